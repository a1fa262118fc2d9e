import type { TestBrowser, TestPage } from '@portal/testkit/browser'
import { expect } from 'vitest'
import { settled } from '../screens/photograph.ts'
import { holdBack } from './hold-back.ts'
import { openLate } from './open-late.ts'
import { noteLateParts, shiftFaults } from './page-checks.ts'

const text = /\/text$/

interface Opening {
  /** The answer of the page that comes last. */
  readonly late: RegExp
  readonly width: number
}

/** A document of the demo that contradicts another one, and what its reader draws first. */
interface Read {
  readonly title: string
  readonly drawn: string
}
const asText: Read = { title: 'Complaints Handling Procedure', drawn: '[data-block]' }
const asPages: Read = { title: 'Records and Data Retention Policy', drawn: '[data-drawn="true"]' }

interface Reading extends Opening {
  readonly isCited: boolean
  readonly isCommented?: boolean
  readonly read?: Read
}

/** Openings of documents, some at a cited passage. */
const readings: readonly Reading[] = [
  { late: text, width: 320, isCited: true, read: asPages },
  { late: text, width: 1440, isCited: true, read: asPages },
  { late: /\/file$/, width: 768, isCited: true, read: asPages },
  { late: text, width: 320, isCited: true },
  { late: text, width: 1440, isCited: true },
  { late: text, width: 1440, isCited: true, isCommented: true },
  { late: /\/campaigns$/, width: 320, isCited: true },
  { late: /\/citations$/, width: 768, isCited: false },
  { late: /^\/api\/acknowledgements\/pending$/, width: 768, isCited: false },
  { late: /^\/api\/users\/names$/, width: 768, isCited: false },
]

/** Openings of pages whose parts wait for those above them. */
const overviews: readonly (Opening & { readonly path: string })[] = [
  { path: '/', late: /^\/api\/approvals\/pending$/, width: 1440 },
  { path: '/', late: /^\/api\/analytics\/stats$/, width: 320 },
  { path: '/analytics', late: /^\/api\/organization\/settings$/, width: 1440 },
  { path: '/analytics', late: /^\/api\/analytics\/stats$/, width: 768 },
]

const patience = { timeout: 30_000 }

/** Opens a cited document, and keeps one answer back until all others are drawn. */
export async function readWithLateAnswers(browser: TestBrowser, address: string): Promise<void> {
  const contradictions = await browser.context.newPage()
  await contradictions.goto(`${address}/documents/contradictions`)
  const links = contradictions.getByRole('main').locator('a[href*="&start="]')
  for (const { isCited, isCommented = false, read = asText, ...opening } of readings) {
    const link = links.filter({ hasText: read.title }).first()
    const passage = new URL((await link.getAttribute('href')) ?? '', address)
    const target = new URL(isCited ? passage.href : `${address}${passage.pathname}`)
    if (isCommented) target.searchParams.set('comments', 'all')
    const drawn = (page: TestPage) => page.locator(read.drawn).first().waitFor({ state: 'attached' })
    await openWithout(browser, {
      ...opening,
      target: target.href,
      whileLate: async (page) => {
        await page.getByRole('heading', { level: 1 }).waitFor()
        if (read === asText && opening.late !== text) await drawn(page)
      },
      drawn,
    })
  }
}

/** Opens overviews, whose parts are drawn as blocks until the one above them is known. */
export async function overviewsWithLateAnswers(browser: TestBrowser, address: string): Promise<void> {
  for (const { path, ...opening } of overviews) {
    await openWithout(browser, {
      ...opening,
      target: `${address}${path}`,
      whileLate: (page) =>
        expect
          .poll(() => page.evaluate(heldBack), { ...patience, message: `${path} without ${opening.late}` })
          .toEqual({ isHeld: true, withoutBlock: [] }),
      drawn: (page) => page.locator('[data-held-blocks] > *').first().waitFor({ state: 'detached' }),
    })
  }
}

/** Opens the users of Master Admin, below figures that other answers have. */
export async function listsWithLateAnswers({ context }: TestBrowser, address: string): Promise<void> {
  const page = await context.newPage()
  await page.addInitScript(noteLateParts)
  await page.setViewportSize({ width: 768, height: 900 })
  expect(await openLate(page, address, '/master-admin?tab=users')).toEqual([])
  await page.close()
}

/** In the browser: which parts are held back without a block drawn in their place. */
const heldBack = `(() => {
  const boxOf = (element) => element.getBoundingClientRect()
  const parts = [...document.querySelectorAll('main [data-in-order] > :not(:has([data-in-order]))')].filter(
    (part) => getComputedStyle(part).visibility === 'hidden' && boxOf(part).height >= 8,
  )
  const blocks = [...document.querySelectorAll('[data-held-blocks] > *')].map(boxOf)
  const isAt = (part) => (block) =>
    ['left', 'top', 'width', 'height'].every((side) => Math.abs(part[side] - block[side]) <= 1)
  return {
    isHeld: parts.length > 0,
    withoutBlock: parts.filter((part) => !blocks.some(isAt(boxOf(part)))).map((part) => part.textContent.slice(0, 60)),
  }
})()`

interface LateOpening extends Opening {
  readonly target: string
  /** Resolves once what one is to see before the late answer comes is seen. */
  readonly whileLate: (page: TestPage) => Promise<void>
  /** Resolves once the page is drawn. */
  readonly drawn: (page: TestPage) => Promise<void>
}

/** Opens a page whose one answer comes after all others, and expects that nothing moves. */
async function openWithout(
  { context }: TestBrowser,
  { target, late, width, whileLate, drawn }: LateOpening,
): Promise<void> {
  const page = await context.newPage()
  await page.addInitScript(noteLateParts)
  await page.setViewportSize({ width, height: 900 })
  const failed: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) failed.push(`${answer.status()} ${new URL(answer.url()).pathname}`)
  })
  const { isAlone, release } = await holdBack(page, (path) => late.test(path))
  await page.goto(target)
  try {
    await Promise.all([isAlone(), whileLate(page)])
    await release()
    await drawn(page)
  } catch (cause) {
    const shown = await page.locator('main').innerText()
    throw new Error(
      `${target} with ${late} late, at ${width} px; failed: ${failed.join(', ')}; shown: ${shown}`,
      {
        cause,
      },
    )
  }
  await settled(page)
  expect(await shiftFaults(page), `${target} with ${late} late, at ${width} px`).toEqual([])
  await page.close()
}
