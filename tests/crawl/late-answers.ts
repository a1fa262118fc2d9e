import type { TestBrowser, TestPage } from '@portal/testkit/browser'
import { expect } from 'vitest'
import { settled } from '../screens/photograph.ts'
import { noteLateParts, shiftFaults } from './page-checks.ts'

const text = /\/text$/

interface Opening {
  /** The answer of the page that comes last. */
  readonly late: RegExp
  readonly width: number
}

/** Openings of a document, some at a cited passage. */
const readings: readonly (Opening & { readonly isCited: boolean })[] = [
  { late: text, width: 320, isCited: true },
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
  const first = await browser.context.newPage()
  await first.goto(`${address}/documents/contradictions`)
  const link = first.getByRole('main').locator('a[href*="&start="]').first()
  const passage = new URL((await link.getAttribute('href')) ?? '', address)
  for (const { isCited, ...opening } of readings) {
    const target = isCited ? passage.href : `${address}${passage.pathname}`
    const block = (page: TestPage) => page.locator('[data-block]').first().waitFor({ state: 'attached' })
    await openLate(browser, {
      ...opening,
      target,
      whileLate: async (page) => {
        await page.getByRole('heading', { level: 1 }).waitFor()
        if (opening.late !== text) await block(page)
      },
      drawn: block,
    })
  }
}

/** Opens overviews, whose parts are drawn as blocks until the one above them is known. */
export async function overviewsWithLateAnswers(browser: TestBrowser, address: string): Promise<void> {
  for (const { path, ...opening } of overviews) {
    await openLate(browser, {
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
async function openLate(
  { context }: TestBrowser,
  { target, late, width, whileLate, drawn }: LateOpening,
): Promise<void> {
  const page = await context.newPage()
  await page.addInitScript(noteLateParts)
  await page.setViewportSize({ width, height: 900 })
  const { isAlone, release } = await holdBack(page, late)
  await page.goto(target)
  await Promise.all([isAlone(), whileLate(page)])
  await release()
  await drawn(page)
  await settled(page)
  expect(await shiftFaults(page), `${target} with ${late} late, at ${width} px`).toEqual([])
  await page.close()
}

interface HeldAnswer {
  /** Resolves when nothing else is missing. */
  readonly isAlone: () => Promise<void>
  /** Lets it come, and resolves once it is there. */
  readonly release: () => Promise<void>
}

/** Holds what comes from such an address back. */
async function holdBack(page: TestPage, late: RegExp): Promise<HeldAnswer> {
  const gate = Promise.withResolvers<void>()
  const isLate = (url: URL) => late.test(url.pathname)
  const missing = { late: 0, others: 0 }
  const count = (by: 1 | -1) => (request: { url(): string; resourceType(): string }) => {
    if (request.resourceType() === 'fetch') missing[isLate(new URL(request.url())) ? 'late' : 'others'] += by
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  await page.route(isLate, async (route) => {
    await gate.promise
    await route.continue()
  })
  return {
    isAlone: () => expect.poll(() => missing, patience).toEqual({ late: 1, others: 0 }),
    release: async () => {
      gate.resolve()
      await expect.poll(() => missing, patience).toEqual({ late: 0, others: 0 })
    },
  }
}
