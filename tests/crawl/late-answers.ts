import type { TestBrowser, TestPage } from '@portal/testkit/browser'
import { expect } from 'vitest'
import { settled } from '../screens/photograph.ts'
import { noteLateParts, shiftFaults } from './page-checks.ts'

const text = /\/text$/

/** Which answer of a document's page comes last, and where one reads meanwhile. */
const openings = [
  { late: text, width: 320, isCited: true },
  { late: /\/campaigns$/, width: 320, isCited: true },
  { late: /\/citations$/, width: 768, isCited: false },
  { late: /^\/api\/acknowledgements\/pending$/, width: 768, isCited: false },
]

const patience = { timeout: 30_000 }

/** Opens a cited document, and keeps one answer back until all others are drawn. */
export async function readWithLateAnswers({ context }: TestBrowser, address: string): Promise<void> {
  const first = await context.newPage()
  await first.goto(`${address}/documents/contradictions`)
  const link = first.getByRole('main').locator('a[href*="&start="]').first()
  const passage = new URL((await link.getAttribute('href')) ?? '', address)
  for (const { late, width, isCited } of openings) {
    const page = await context.newPage()
    await page.addInitScript(noteLateParts)
    await page.setViewportSize({ width, height: 900 })
    const release = await holdBack(page, late)
    await page.goto(isCited ? passage.href : `${address}${passage.pathname}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    if (late !== text) await page.locator('[data-block]').first().waitFor({ state: 'attached' })
    await release()
    expect(await shiftFaults(page), `${late} late, at ${width} px`).toEqual([])
    await page.close()
  }
}

/**
 * Holds what comes from such an address back; the returned function waits until nothing else is
 * missing, lets it come, and waits until it is drawn.
 */
async function holdBack(page: TestPage, late: RegExp): Promise<() => Promise<void>> {
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
  return async () => {
    await expect.poll(() => missing, patience).toEqual({ late: 1, others: 0 })
    gate.resolve()
    await expect.poll(() => missing, patience).toEqual({ late: 0, others: 0 })
    await page.locator('[data-block]').first().waitFor({ state: 'attached' })
    await settled(page)
  }
}
