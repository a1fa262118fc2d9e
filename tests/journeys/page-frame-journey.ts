import { readFile } from 'node:fs/promises'
import type { TestPage } from '@portal/testkit/browser'
import { comparable } from '@portal/testkit/independent-text'
import { signInOnPage } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'
import { describeSteps, type Step } from './describe-steps.ts'
import { type JourneyPortal, loginOf } from './journey-portal.ts'
import type { Tab } from './tab.ts'

/** What the page around the screens does, where only a browser can tell. */
export function describePageFrameJourney(composition: string, portal: () => JourneyPortal): void {
  describeSteps(`${composition}: somebody who works all day in the portal`, steps, portal)
}

const steps: Readonly<Record<string, Step>> = {
  'comes to pages on which nothing moves about while they load': loadWithoutShifts,
  'goes from Documents to the assistant, and nothing around the page changes': keepFrame,
  'closes a dialog with Back, then leaves the page with it': closeByBack,
  'starts a page at the top, and comes back to where they were': restorePosition,
  'finds a person in the palette, whose box does not move': findPerson,
  'prints an answer with the words of its sources, and nothing else around it': printAnswer,
  'prints all of a document': printDocument,
  'is told that the portal is away, and sees new data once it is back': loseConnection,
}

const question = 'What is the rate per kilometre for a private car?'

/** Sum of the layout shifts of the page so far, as the browser scores them. For the browser. */
const shifts = `new Promise((resolve) => {
  let sum = 0
  const entries = []
  const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => {
    entries.push(...observer.takeRecords())
    for (const entry of entries) if (!entry.hadRecentInput) sum += entry.value
    resolve(sum)
  }, 100)
})`
const shiftMax = 0.05

async function loadWithoutShifts({ page }: Tab, portal: JourneyPortal): Promise<void> {
  await signInOnPage(page, { address: portal.address, ...loginOf(portal, 'ingrid') })
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/documents', '/chat', '/team']) {
      await page.goto(`${portal.address}${path}`, { waitUntil: 'networkidle' })
      await page.locator('main').waitFor()
      expect(await page.evaluate(shifts), `${path} at ${width}`).toBeLessThanOrEqual(shiftMax)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** The sidebar in words, without what marks the current page. */
async function frameOf(page: TestPage): Promise<string> {
  const words = await page.getByRole('complementary', { name: 'Sidebar' }).ariaSnapshot()
  return words.replaceAll(' [current]', '').replaceAll(/ \[active\]/g, '')
}

async function keepFrame({ page }: Tab, { address }: JourneyPortal): Promise<void> {
  await page.goto(`${address}/documents`)
  await page.getByRole('navigation', { name: 'Departments' }).getByRole('link').first().waitFor()
  const before = await frameOf(page)
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'AI Assistant' }).click()
  await page.getByRole('heading', { name: 'AI Assistant', level: 1 }).waitFor()
  expect(await frameOf(page)).toBe(before)
}

async function closeByBack({ page }: Tab, { address }: JourneyPortal): Promise<void> {
  await page.goto(`${address}/documents`)
  await page.goto(`${address}/team`)
  await page.getByRole('button', { name: 'Invite Team Member' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expect.poll(() => page.evaluate('history.state?.usr?.layers')).toBe(1)
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/team')
  await page.goBack()
  await page.waitForURL(`${address}/documents`)
}

async function restorePosition({ page }: Tab, { address }: JourneyPortal): Promise<void> {
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto(`${address}/documents`)
  const titles = page.getByRole('main').getByRole('link')
  await titles.first().waitFor()
  await page.evaluate('scrollTo(0, 400)')
  await expect.poll(() => page.evaluate('scrollY')).toBe(400)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog').getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Team Management' }).click()
  await page.waitForURL(`${address}/team`)
  await page.getByRole('heading', { name: 'Team Management', level: 1 }).waitFor()
  expect(await page.evaluate('scrollY')).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate('scrollY')).toBe(400)
  await page.reload()
  await expect.poll(() => page.evaluate('scrollY')).toBe(400)
  const fresh = await page.context().newPage()
  await fresh.goto(`${address}/documents`, { waitUntil: 'networkidle' })
  expect(await fresh.evaluate('scrollY')).toBe(0)
  await fresh.close()
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function findPerson({ page }: Tab): Promise<void> {
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Search or ask' })
  await palette.getByRole('combobox').waitFor()
  const box = await palette.boundingBox()
  await palette.getByRole('combobox').fill('Tom')
  const person = palette.getByRole('option', { name: /Tom.* (Facilitator|Manager|Admin|Employee)$/ }).first()
  await person.waitFor()
  expect(await palette.boundingBox()).toEqual(box)
  await palette.getByRole('combobox').fill('no such thing anywhere')
  expect(await palette.boundingBox()).toEqual(box)
  await palette.getByRole('combobox').fill('Tom')
  await person.click()
  await page.getByRole('heading', { name: 'User Management', level: 1 }).waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toMatch(/^Tom/)
}

async function printAnswer({ page }: Tab, { address }: JourneyPortal): Promise<void> {
  await page.goto(`${address}/chat`)
  await page.getByLabel('Your question').fill(question)
  await page.keyboard.press('Enter')
  const answer = page.getByRole('article', { name: 'Answer' }).last()
  await answer.waitFor()
  await page.emulateMedia({ media: 'print' })
  const source = answer.getByRole('listitem').filter({ hasText: /, ID .+, version \d+/ })
  await source
    .filter({ hasText: /per kilometre/ })
    .first()
    .waitFor()
  await expectNoFrame(page)
  expect(await page.getByRole('button', { name: 'Copy answer' }).isVisible()).toBe(false)
  const mark = answer.getByRole('button', { name: /^Open source 1:/ }).first()
  expect(await mark.isVisible()).toBe(true)
  expect((await page.pdf()).byteLength).toBeGreaterThan(1000)
  await page.emulateMedia({ media: 'screen' })
}

async function expectNoFrame(page: TestPage): Promise<void> {
  for (const role of ['banner', 'complementary', 'navigation', 'textbox', 'searchbox'] as const)
    expect(await page.getByRole(role).count(), role).toBe(0)
}

async function printDocument({ page }: Tab): Promise<void> {
  const source = page.getByRole('article', { name: 'Answer' }).last()
  await source
    .getByRole('button', { name: /^Open source 1:/ })
    .first()
    .click()
  const evidence = page.getByRole('complementary', { name: 'Evidence' })
  await evidence.getByRole('link', { name: 'Open document' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.emulateMedia({ media: 'print' })
  const text = page.getByRole('article', { name: /^Text of / })
  await text.locator('mark').first().waitFor()
  await expectNoFrame(page)
  expect(await page.evaluate(schemeOfDarkTheme)).toBe('light')
  expect(await text.locator('[data-block]').last().isVisible()).toBe(true)
  const printed = comparable((await text.textContent()) ?? '')
  const clauses = await clausesOfPolicy()
  expect(clauses.length).toBeGreaterThan(10)
  expect(clauses.filter((clause) => !printed.includes(comparable(clause)))).toEqual([])
  await page.emulateMedia({ media: 'screen' })
}

/** In the browser: the scheme of colours once the person has chosen the dark theme. */
const schemeOfDarkTheme = `(() => {
  const page = document.documentElement
  page.dataset.theme = 'dark'
  const { colorScheme } = getComputedStyle(page)
  delete page.dataset.theme
  return colorScheme
})()`

/** The numbered clauses of the cited policy, a PDF, as its author wrote them. */
async function clausesOfPolicy(): Promise<string[]> {
  const written = await readFile('deploy/seed/documents/texts/travel-and-expenses.v1.md', 'utf8')
  return [...written.matchAll(/^\d+\.\d+ (.+)$/gm)].map(([, words = '']) => words)
}

async function loseConnection({ page }: Tab, { address }: JourneyPortal): Promise<void> {
  await page.goto(`${address}/documents`, { waitUntil: 'networkidle' })
  await page.context().setOffline(true)
  await page.getByText(/^You are offline/).waitFor()
  const reread = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/documents')
  await page.context().setOffline(false)
  await page.getByText('You are connected again.').waitFor()
  await reread
  await page.getByText('You are connected again.').waitFor({ state: 'detached' })
}
