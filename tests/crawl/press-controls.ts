import type { TestPage } from '@portal/testkit/browser'
import { lookFaults } from './page-checks.ts'
import { linksOf, open } from './visit-page.ts'

export interface Pressing {
  readonly path: string
  readonly address: string
  /** Controls that were pressed already; those around the page are the same everywhere. */
  readonly known: Set<string>
  readonly onLink: (href: string) => void
  readonly report: (at: string, faults: readonly string[]) => Promise<void>
}

/** Ends the session, or sends what cannot be taken back: shown, not pressed. */
const never =
  /log ?out|sign out|everywhere else|^(end|revoke|approve|reject|acknowledge|i have read|run now|send)/i
const menuItems = '[role=menuitem]:visible, [role=menuitemradio]:visible'
const patienceMs = 10_000
const controls = 'button:visible, [role=tab]:visible, summary:visible'

/** Presses each control of a page once, each from the page as it opens; dialogs are left by Esc. */
export async function pressControls(page: TestPage, order: Pressing): Promise<void> {
  for (const name of await namesOf(page, controls)) {
    if (never.test(name) || order.known.has(keyOf(order.path, name))) continue
    order.known.add(keyOf(order.path, name))
    await press(page, order, name)
  }
}

const keyOf = (path: string, name: string) => `${path.split('?')[0]} ${name}`

async function press(page: TestPage, order: Pressing, name: string): Promise<void> {
  const at = `${order.path} > ${name}`
  await click(page, name)
  const items = await namesOf(page, menuItems)
  if ((await page.getByRole('dialog').count()) + items.length > 0)
    await order.report(at, await lookFaults(page))
  await leave(page, order)
  for (const item of items.filter((each) => !never.test(each))) {
    await click(page, name)
    await page.locator(menuItems).filter({ hasText: item }).first().click({ timeout: patienceMs })
    await page.waitForLoadState('networkidle')
    if ((await page.getByRole('dialog').count()) > 0)
      await order.report(`${at} > ${item}`, await lookFaults(page))
    await leave(page, order)
  }
}

async function click(page: TestPage, name: string): Promise<void> {
  const byText = page.locator(controls).and(page.getByText(name, { exact: true }))
  const control = page.getByRole('button', { name, exact: true }).or(byText)
  await control.filter({ visible: true }).first().click({ timeout: patienceMs })
  await page.waitForLoadState('networkidle')
}

/** Takes along where the control led, and comes back to the page as it opens. */
async function leave(page: TestPage, order: Pressing): Promise<void> {
  for (const href of await linksOf(page)) order.onLink(href)
  order.onLink(page.url())
  await open(page, order.address, order.path)
}

/** Accessible names of enabled controls, each once. */
function namesOf(page: TestPage, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll<string[]>(`(elements) => [...new Set(elements
    .filter((element) => !element.disabled)
    .map((element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim())
    .filter((name) => name !== ''))]`)
}
