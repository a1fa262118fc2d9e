import { describeSteps, type Step } from './describe-steps.ts'
import type { JourneyPortal } from './journey-portal.ts'
import { expectFocus, moveTo } from './move-to.ts'
import { pathOf, policies } from './policies.ts'
import { registerByKeyboard } from './register-by-keyboard.ts'
import { expectAccessible, type Tab } from './tab.ts'

const ingestionMs = 90_000
const [, , policy] = policies

/** The main journey of a newly registered person, with the keyboard alone. */
export function describeKeyboardJourney(name: string, portal: () => JourneyPortal): void {
  describeSteps(`${name}: someone with a keyboard alone`, steps, portal)
}

const steps: Readonly<Record<string, Step>> = {
  'registers, and is welcome': register,
  'creates an organization': createOrganization,
  'uploads a file, which becomes ready': upload,
  'reads the document, looks at its version and begins another one': openVersions,
  'asks, goes into the source and comes back to the citation': openCitation,
  'logs out': signOut,
}

async function register({ page }: Tab, portal: JourneyPortal): Promise<void> {
  await page.goto(portal.address)
  await moveTo(page, page.getByRole('link', { name: 'Login' }))
  await page.keyboard.press('Enter')
  await registerByKeyboard(page, portal, 'Kay')
  await page.getByRole('heading', { name: 'Welcome to Portal, Kay' }).waitFor()
}

async function createOrganization({ page }: Tab): Promise<void> {
  await moveTo(page, page.getByRole('button', { name: 'Get Started' }))
  await page.keyboard.press('Enter')
  await expectFocus(page, page.getByLabel('Organization Name'))
  await page.keyboard.type('Keys Alone')
  await page.keyboard.press('Enter')
  await page.getByText('No documents found').waitFor()
  await expectFocus(page, page.locator('main'))
}

async function upload({ page }: Tab): Promise<void> {
  await moveTo(page, page.getByRole('link', { name: 'Upload a policy' }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Document Library' }).waitFor()
  const chooser = await openFileDialog(page)
  await chooser.setFiles(pathOf(policy))
  await page.getByRole('list', { name: 'Chosen files' }).getByText(policy.file).waitFor()
  await moveTo(page, page.getByRole('button', { name: 'Upload', exact: true }))
  await page.keyboard.press('Enter')
  await page.getByText('Ready. The assistant can cite it now.').waitFor({ timeout: ingestionMs })
}

/**
 * Listens before navigating: Chromium reports only dialogs opened after interception is on, and a
 * key press can overtake that command. Each step waits for the page to respond.
 */
async function openFileDialog(page: Tab['page']) {
  const walk = async () => {
    await moveTo(page, page.getByLabel(/choose files/))
    await page.keyboard.press('Enter')
  }
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), walk()])
  return chooser
}

async function openVersions({ page }: Tab): Promise<void> {
  await moveTo(page, page.getByRole('link', { name: `Open ${policy.file}` }))
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: `Text of ${policy.file}` }).waitFor()
  await expectAccessible(page)
  await moveTo(page, page.getByRole('link', { name: 'Versions', exact: true }))
  await page.keyboard.press('Enter')
  const details = page.getByRole('button', { name: 'View Details' })
  await moveTo(page, details)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Content preview' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectFocus(page, details)
  const create = page.getByRole('button', { name: 'Create New Version' })
  await moveTo(page, create, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await moveTo(page, page.getByLabel('Title', { exact: true }))
  await page.keyboard.type('Second edition')
  await expectAccessible(page)
  // What was typed is asked for before it is lost.
  await page.keyboard.press('Escape')
  await moveTo(page, page.getByRole('button', { name: 'Leave', exact: true }))
  await page.keyboard.press('Enter')
  await expectFocus(page, create)
}

async function openCitation({ page }: Tab): Promise<void> {
  const main = page.getByRole('navigation', { name: 'Main' })
  await moveTo(page, main.getByRole('link', { name: 'AI Assistant' }))
  await page.keyboard.press('Enter')
  await page.getByLabel('Your question').waitFor()
  await moveTo(page, page.getByLabel('Your question'))
  await page.keyboard.type(policy.question)
  await page.keyboard.press('Enter')
  const citation = page.getByRole('button', { name: 'Open source 1: ' }).first()
  await citation.waitFor()
  await moveTo(page, citation, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.locator('mark').waitFor()
  await expectFocus(page, page.getByRole('heading', { name: 'Evidence' }))
  await moveTo(page, page.getByRole('region', { name: `Text of ${policy.file}` }))
  await page.keyboard.press('Escape')
  await page.locator('mark').waitFor({ state: 'detached' })
  await expectFocus(page, citation)
}

async function signOut({ page }: Tab): Promise<void> {
  await moveTo(page, page.getByRole('button', { name: /account menu$/ }))
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await moveTo(page, page.getByRole('menuitem', { name: 'Log out' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Login' }).waitFor()
}
