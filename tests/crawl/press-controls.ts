import type { TestElement, TestPage } from '@portal/testkit/browser'
import { settled } from '../screens/photograph.ts'
import { type Control, controls, controlsOf, findControl, menuItems } from './controls-of-page.ts'
import { linksOf, open } from './open-page.ts'
import { lookFaults } from './page-checks.ts'
import { hasEffect } from './press-effect.ts'

export interface Pressing {
  readonly path: string
  readonly address: string
  /** Kinds of controls that were pressed already. */
  readonly known: Set<string>
  readonly onLink: (href: string) => void
  readonly report: (at: string, faults: readonly string[]) => Promise<void>
}

interface Pressed {
  readonly selector: string
  readonly control: Control
  readonly at: string
}

/** Ends the session, or sends what cannot be taken back: shown, not pressed. */
const never =
  /log ?out|sign out|everywhere else|^(end|revoke|approve|reject|acknowledge|i have read|run now|send|withdraw)/i
const patienceMs = 10_000

/** Presses each control of a page once, each from the page as it opens; dialogs are left by Esc. */
export async function pressControls(page: TestPage, order: Pressing): Promise<void> {
  for (const control of await controlsOf(page, controls)) {
    if (never.test(control.name) || order.known.has(control.kind)) continue
    order.known.add(control.kind)
    await press(page, order, control)
  }
}

async function press(page: TestPage, order: Pressing, control: Control): Promise<void> {
  const at = `${order.path} > ${control.name}`
  if (!(await pressOne(page, order, { selector: controls, control, at }))) return
  const items = await controlsOf(page, menuItems)
  if (items.length > 0) await order.report(at, await lookFaults(page))
  else await leaveDialog(page, order, at)
  await leave(page, order)
  for (const item of items.filter(({ name }) => !never.test(name))) {
    await click(page, await find(page, { selector: controls, control, at }))
    const within = { selector: menuItems, control: item, at: `${at} > ${item.name}` }
    if (await pressOne(page, order, within)) await leaveDialog(page, order, within.at)
    await leave(page, order)
  }
}

/** Presses it; what cannot be pressed or does nothing is a finding, and the page is opened anew. */
async function pressOne(page: TestPage, order: Pressing, pressed: Pressed): Promise<boolean> {
  try {
    const control = await find(page, pressed)
    const didSomething = await hasEffect(page, control, () => click(page, control))
    if (!didSomething) await order.report(pressed.at, ['does nothing when it is pressed'])
    return true
  } catch (error) {
    await order.report(pressed.at, [`cannot be pressed: ${firstLine(error)}`])
    await open(page, order.address, order.path)
    return false
  }
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}

async function find(page: TestPage, { selector, control }: Pressed): Promise<TestElement> {
  const found = await findControl(page, selector, control)
  if (!found) throw new Error('it is not there any more when the page is opened again')
  return found
}

async function click(page: TestPage, control: TestElement): Promise<void> {
  await control.click({ timeout: patienceMs })
  await settled(page)
}

/** Judges an open dialog; Esc must close it. */
async function leaveDialog(page: TestPage, order: Pressing, at: string): Promise<void> {
  const dialogs = page.locator('[role=dialog], [role=alertdialog]')
  const open = await dialogs.count()
  if (open === 0) return
  await order.report(at, await lookFaults(page))
  for (const href of await linksOf(page)) order.onLink(href)
  await page.keyboard.press('Escape')
  try {
    await dialogs.nth(open - 1).waitFor({ state: 'detached', timeout: patienceMs })
  } catch {
    await order.report(at, ['is a dialog that Esc does not close'])
  }
}

/** Takes along where the control led, and comes back to the page as it opens. */
async function leave(page: TestPage, order: Pressing): Promise<void> {
  for (const href of await linksOf(page)) order.onLink(href)
  order.onLink(page.url())
  await open(page, order.address, order.path)
}
