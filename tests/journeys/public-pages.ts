import type { TestPage } from '@portal/testkit/browser'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { StartedPortal } from './journey-portal.ts'
import { openTab, type Tab } from './tab.ts'

/** What the landing page may send to a new visitor, compressed, fonts and data apart. */
const budget = { requests: 18, scriptBytes: 245_000, styleBytes: 20_000, documentBytes: 18_000 }

/** Layout that may move while the screen replaces its HTML. */
const shiftMax = 0.05

/** Readable without JavaScript, unmoved when the screen arrives, within the budget. */
export function describePublicPages(portal: () => StartedPortal): void {
  describe('public pages', () => {
    // On a busy machine the first pages after a start may be sent before their HTML is rendered.
    beforeAll(async () => {
      const landing = async () => (await fetch(`${portal().address}/`)).text()
      const isRendered = async () => expect(await landing()).toContain('id="rendered-page"')
      await vi.waitFor(isRendered, { timeout: 60_000, interval: 100 })
    })

    it('are readable without JavaScript, and every link between them leads to one', async () => {
      await using tab = await disposableTab()
      await disableScripts(tab.page)
      const waiting = ['/']
      const seen = new Set(waiting)
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        const response = await tab.page.goto(`${portal().address}${path}`)
        expect(response?.status(), path).toBe(200)
        expect(await tab.page.getByRole('heading', { level: 1 }).isVisible(), path).toBe(true)
        for (const link of await tab.page.locator('a[href^="/"]:not([href^="/api/"])').all()) {
          const to = ((await link.getAttribute('href')) ?? '').split('#')[0] ?? ''
          if (!seen.has(to)) waiting.push(to)
          seen.add(to)
        }
      }
      expect([...seen].toSorted()).toEqual([
        ...['/', '/about', '/call', '/contact', '/features', '/integrations', '/privacy', '/quiz'],
        ...['/security', '/terms'],
      ])
      expect(tab.complaints).toEqual([])
    })

    it.each([1440, 390])(
      'at %i px nothing moves or complains when the screen replaces its HTML',
      async (width) => {
        await using tab = await disposableTab(width)
        await countShifts(tab.page)
        for (const path of ['/', '/security', '/call']) {
          await tab.page.goto(`${portal().address}${path}`)
          await untilReplaced(tab.page)
          expect(await tab.page.evaluate('window.shifted'), path).toBeLessThanOrEqual(shiftMax)
          expect(await tab.page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
        }
        expect(tab.complaints).toEqual([])
      },
    )

    it('at 390 px nothing moves when the font arrives late', async () => {
      await using tab = await disposableTab(390)
      await expectUnmovedByFont(tab, portal().address)
    })

    it('a message written before the scripts are there stays, and a link asks before it is lost', async () => {
      await using tab = await disposableTab()
      await expectGuardedMessage(tab, portal().address)
    })

    it('the landing page keeps its budget of requests and bytes', async () => {
      await using tab = await disposableTab()
      const sent = await traffic(tab.page, async () => {
        await tab.page.goto(`${portal().address}/`)
        await untilReplaced(tab.page)
      })
      expect(sent.requests).toBeLessThanOrEqual(budget.requests)
      // It was counted.
      expect(sent.bytesOf('Script')).toBeGreaterThan(budget.scriptBytes / 2)
      expect(sent.bytesOf('Script')).toBeLessThanOrEqual(budget.scriptBytes)
      expect(sent.bytesOf('Stylesheet')).toBeLessThanOrEqual(budget.styleBytes)
      expect(sent.bytesOf('Document')).toBeLessThanOrEqual(budget.documentBytes)
      expect(sent.paths).not.toContain('/api/marketing/content')
      expect(new Set(sent.paths).size, 'nothing is requested twice').toBe(sent.paths.length)
    })
  })
}

/** Decision 79: what is typed outlives the page's HTML, and a link asks before it is lost. */
async function expectGuardedMessage({ page }: Tab, address: string): Promise<void> {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  const scripts = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`${address}/contact`, { waitUntil: 'commit' })
  const name = page.getByRole('textbox', { name: 'Full Name' })
  await name.fill('Ada Byron')
  scripts.resolve()
  await untilReplaced(page)
  expect(await name.inputValue()).toBe('Ada Byron')
  await page.locator('main a[href^="mailto:"]').click()
  const closesUnasked = "dispatchEvent(new Event('beforeunload', { cancelable: true }))"
  await expect.poll(() => page.evaluate<boolean>(closesUnasked)).toBe(false)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Security' }).click()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(await name.inputValue()).toBe('Ada Byron')
  expect(asked).toEqual([])
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
}

async function disposableTab(width = 1280): Promise<Tab & AsyncDisposable> {
  const tab = await openTab({ width, height: 900 })
  return { ...tab, [Symbol.asyncDispose]: tab.close }
}

async function disableScripts(page: TestPage): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setScriptExecutionDisabled', { value: true })
}

async function expectUnmovedByFont({ page }: Tab, address: string): Promise<void> {
  await countShifts(page)
  const late = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await late.promise
    await route.continue()
  })
  await page.goto(`${address}/`, { waitUntil: 'commit' })
  await untilReplaced(page)
  late.resolve()
  await page.evaluate('document.fonts.ready.then(() => null)')
  expect(await page.evaluate(`document.fonts.check('14px "Inter Variable"')`)).toBe(true)
  expect(await page.evaluate('window.shifted')).toBeLessThanOrEqual(shiftMax)
}

function countShifts(page: TestPage): Promise<unknown> {
  return page.addInitScript(`
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shifted += value
    }).observe({ type: 'layout-shift', buffered: true })`)
}

async function untilReplaced(page: TestPage): Promise<void> {
  await page.locator('#rendered-page').waitFor({ state: 'detached' })
  await page.locator('#root').getByRole('heading', { level: 1 }).waitFor()
}

/** A page at which nothing was requested for so long has what it needs. */
const quietMs = 500

interface PageRequest {
  readonly path: string
  type: string
  bytes: number
  isOver: boolean
}

/**
 * What is requested while this happens, and until the page is quiet: each address below the portal,
 * and the bytes by type. The frame that asks the provider is removed while it loads, so that the
 * browser's own idea of an idle page may never come.
 */
async function traffic(page: TestPage, act: () => Promise<void>) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  const all = new Map<string, PageRequest>()
  let lastAt = performance.now()
  const change = (requestId: string, by: Partial<PageRequest>) => {
    const found = all.get(requestId)
    if (!found) return
    Object.assign(found, by)
    lastAt = performance.now()
  }
  devTools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { protocol, pathname: path } = new URL(request.url)
    if (!protocol.startsWith('http') || path.startsWith('/oidc/')) return
    all.set(requestId, { path, type: '', bytes: 0, isOver: false })
    lastAt = performance.now()
  })
  devTools.on('Network.responseReceived', ({ requestId, type }) => change(requestId, { type }))
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) =>
    change(requestId, { bytes, isOver: true }),
  )
  devTools.on('Network.loadingFailed', ({ requestId }) => {
    all.delete(requestId)
    lastAt = performance.now()
  })
  await act()
  await expect.poll(() => [...all.values()].filter(({ isOver }) => !isOver)).toEqual([])
  await expect.poll(() => performance.now() - lastAt).toBeGreaterThan(quietMs)
  const own = [...all.values()]
  return {
    requests: own.length,
    paths: own.map(({ path }) => path),
    bytesOf: (wanted: string) =>
      own.filter(({ type }) => type === wanted).reduce((sum, { bytes }) => sum + bytes, 0),
  }
}
