import type { TestPage } from '@portal/testkit/browser'
import { settled } from '../screens/photograph.ts'
import { linksOf, open } from './open-page.ts'
import { lookFaults } from './page-checks.ts'

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
const menuItems = '[role=menuitem], [role=menuitemradio]'
const patienceMs = 10_000
const controls = 'button, [role=tab], summary'

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
  if (!(await pressOne(page, order, { selector: controls, name, at }))) return
  const items = await namesOf(page, menuItems)
  if ((await page.getByRole('dialog').count()) + items.length > 0)
    await order.report(at, await lookFaults(page))
  await leave(page, order)
  for (const item of items.filter((each) => !never.test(each))) {
    await click(page, controls, name)
    const isPressed = await pressOne(page, order, {
      selector: menuItems,
      name: item,
      at: `${at} > ${item}`,
    })
    if (isPressed && (await page.getByRole('dialog').count()) > 0)
      await order.report(`${at} > ${item}`, await lookFaults(page))
    await leave(page, order)
  }
}

/** Presses it; what cannot be pressed is a finding, and the page is opened anew. */
async function pressOne(
  page: TestPage,
  order: Pressing,
  { selector, name, at }: { readonly selector: string; readonly name: string; readonly at: string },
): Promise<boolean> {
  try {
    await click(page, selector, name)
    return true
  } catch (error) {
    await order.report(at, [`cannot be pressed: ${firstLine(error)}`])
    await open(page, order.address, order.path)
    return false
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}

async function click(page: TestPage, selector: string, name: string): Promise<void> {
  const found = await page.evaluateHandle(
    `${named(selector)}.find(([, name]) => name === ${JSON.stringify(name)})?.[0]`,
  )
  const control = found.asElement()
  if (!control) throw new Error('it is not there any more when the page is opened again')
  await control.click({ timeout: patienceMs })
  await settled(page)
}

/** Takes along where the control led, and comes back to the page as it opens. */
async function leave(page: TestPage, order: Pressing): Promise<void> {
  for (const href of await linksOf(page)) order.onLink(href)
  order.onLink(page.url())
  await open(page, order.address, order.path)
}

/** What enabled controls are called, each once. */
function namesOf(page: TestPage, selector: string): Promise<string[]> {
  return page.evaluate(`[...new Set(${named(selector)}.map(([, name]) => name))]`)
}

/** Enabled controls with what they are called, for the page to evaluate. */
function named(selector: string): string {
  return `[...document.querySelectorAll('${selector}')]
    .filter((element) => !element.disabled && !element.closest('[inert]') && element.checkVisibility())
    .map((element) => [element, (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()])
    .filter(([, name]) => name !== '')`
}
