import { join } from 'node:path'
import type { TestBrowser, TestPage } from '@portal/testkit/browser'
import { openLate } from './open-late.ts'
import { drawerLinksOf, linksOf, open } from './open-page.ts'
import { ownAddresses } from './own-addresses.ts'
import { lookFaults, noteLateParts, shiftFaults } from './page-checks.ts'
import { pressControls } from './press-controls.ts'

/** Where a crawl begins, and how it looks. */
export interface Crawl {
  readonly address: string
  readonly themes: readonly ('light' | 'dark')[]
  /** Kinds of controls that were pressed already, and grows; null presses none. */
  readonly pressed: Set<string> | null
  /** Kinds of pages that others opened already, and grows; the start page is opened anyway. */
  readonly opened?: Set<string>
  /** Also opens each page again for each of its answers, with that one late. */
  readonly isLate?: boolean
  /** Where pictures of faults are kept, and under which name. */
  readonly pictures?: { readonly name: string; readonly folder: string }
  /** Called with each finding at once: a long crawl may be broken off. */
  readonly onFinding?: (finding: Finding) => void
  readonly halted?: AbortSignal
}

/** Something wrong, with the address, what led there, and its picture. */
interface Finding {
  readonly at: string
  readonly from: string
  readonly fault: string
  /** Empty if none is kept. */
  readonly picture: string
}

export interface CrawlReport {
  readonly visited: readonly string[]
  /** How many controls were pressed. */
  readonly pressed: number
  readonly findings: readonly Finding[]
}

/** Where to go next, and what led there; nothing is pressed on an alias. */
interface QueuedPage {
  readonly path: string
  readonly from: string
  readonly isAlias?: boolean
}

/** Pages of one kind, as all documents, are visited once. */
function kindOf(path: string): string {
  const [way = '', query = ''] = path.split('?')
  const keys = [...new URLSearchParams(query).keys()].sort()
  return [way.replace(/\/[0-9a-f-]{16,}|\/\d+|(?<=\/join)\/.+/g, '/:id'), ...keys].join('?')
}

/** Opens every address that has a screen and whatever is linked to, as who the browser is. */
export async function crawl(browser: TestBrowser, order: Crawl): Promise<CrawlReport> {
  const page = await browser.context.newPage()
  await page.addInitScript(noteLateParts)
  const complaints = listen(page)
  const queue: QueuedPage[] = [{ path: '/', from: 'the start' }]
  const { pressed, opened: known = new Set() } = order
  known.add(kindOf('/'))
  const pressedBefore = pressed?.size ?? 0
  const findings: Finding[] = []
  const visited: string[] = []
  const add =
    (from: string, isAlias = false) =>
    (href: string) => {
      const path = localPath(order.address, href)
      if (path === null || known.has(kindOf(path))) return
      known.add(kindOf(path))
      queue.push({ path, from, isAlias })
    }
  for (const { path, isAlias } of await ownAddresses(page, order.address)) add('the menus', isAlias)(path)
  for (let next = queue.shift(); next && !order.halted?.aborted; next = queue.shift()) {
    const { path, from, isAlias } = next
    const report = async (at: string, faults: readonly string[]) => {
      if (faults.length === 0) return
      const { pictures } = order
      const picture = pictures ? join(pictures.folder, `${pictures.name}-${findings.length}.png`) : ''
      if (pictures) await page.screenshot({ path: picture })
      const found = faults.map((fault) => ({ at, from, fault, picture }))
      for (const finding of found) order.onFinding?.(finding)
      findings.push(...found)
    }
    visited.push(path)
    try {
      if (!(await open(page, order.address, path))) await report(path, ['is a dead link'])
      await report(path, await shiftFaults(page))
      if (order.isLate) {
        await report(path, await openLate(page, order.address, path))
        await open(page, order.address, path)
      }
      for (const [at, colorScheme] of order.themes.entries()) {
        await page.emulateMedia({ colorScheme })
        const about = at === 0 ? 'everything' : 'colours'
        await report(`${path} (${colorScheme})`, await lookFaults(page, about))
      }
      await report(path, complaints.splice(0))
      const hidden = pressed ? [] : await drawerLinksOf(page)
      for (const href of [...(await linksOf(page)), ...hidden]) add(path)(href)
      const { address } = order
      if (pressed && !isAlias)
        await pressControls(page, { path, address, known: pressed, onLink: add(path), report })
      await report(path, complaints.splice(0))
    } catch (error) {
      await report(path, [error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)])
    }
  }
  await page.close()
  return { visited, pressed: (pressed?.size ?? 0) - pressedBefore, findings }
}

/** The path of a page of the portal; null for other sites, mail, files and signing in or out. */
function localPath(address: string, href: string): string | null {
  const url = new URL(href, address)
  if (url.origin !== new URL(address).origin || /^\/(api|oidc|auth)\//.test(url.pathname)) return null
  return url.pathname + url.search
}

/** Errors of the console, unhandled rejections, and deletions that nobody confirmed. */
function listen(page: TestPage): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`throws ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`logs ${message.text()}`)
  })
  page.on('request', (request) => {
    if (request.method() === 'DELETE') complaints.push(`deletes ${request.url()} without a question`)
  })
  return complaints
}
