import type { TestPage } from '@portal/testkit/browser'
import { fillSignInForm, signInOnPage } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'
import { describeSteps, type Step } from './describe-steps.ts'
import { type JourneyPortal, loginOf } from './journey-portal.ts'
import { moveTo } from './move-to.ts'
import { expectAccessible, type Tab } from './tab.ts'

const organization = 'Aurland Clinics'
const created = { id: 'liv.dahl', email: 'liv.dahl@aurland.example', name: 'Liv Dahl' } as const
const password = 'seven-quiet-harbours'

/**
 * An operator founds an organization, creates its admin, who logs in with the link or one-time
 * password, then deletes the person and the organization; with the keyboard alone.
 */
export function describeOperatorJourney(name: string, portal: () => JourneyPortal): void {
  let handed = ''
  const steps: Readonly<Record<string, Step>> = {
    'somebody else is told that it is not for them, and is home a second later': refuseAdmin,
    'comes to Master Admin by logging in (decision 8)': openMasterAdmin,
    'creates an organization, which the list shows at once': createOrganization,
    'creates its admin, and is shown the way in once': async (tab) => {
      handed = await createUser(tab)
    },
    'the admin comes in by it, chooses a password, and has the organization': async (_tab, at, guest) => {
      await setFirstPassword(await guest(), handed, at)
    },
    'deletes the person, who is logged out at once and cannot come back': async (tab, at, guest) => {
      await deleteUser(tab, await guest(), at)
    },
    'deletes the organization by typing its name': deleteOrganization,
    'and the ledger says that nothing is left': readLedger,
  }
  describeSteps(`${name}: an operator with a keyboard alone`, steps, portal)
}

const heading = (page: TestPage, name: string) => page.getByRole('heading', { name, level: 1 })
const button = (page: TestPage, name: string) => page.getByRole('button', { name, exact: true })

async function press(page: TestPage, target: ReturnType<TestPage['locator']>): Promise<void> {
  await moveTo(page, target)
  await page.keyboard.press('Enter')
}

async function fill(page: TestPage, label: RegExp | string, text: string): Promise<void> {
  await moveTo(page, page.getByRole('dialog').getByLabel(label))
  await page.keyboard.type(text)
}

async function refuseAdmin({ page }: Tab, portal: JourneyPortal): Promise<void> {
  await signInOnPage(page, { address: portal.address, ...loginOf(portal, 'ingrid') })
  await page.goto(`${portal.address}/master-admin`)
  await page.getByText('Master admin privileges required to access this page.').first().waitFor()
  await page.waitForURL(`${portal.address}/`)
  expect(await page.getByRole('link', { name: 'Master Admin' }).count()).toBe(0)
  await page.goto(`${portal.address}/api/logout`)
}

async function openMasterAdmin({ page }: Tab, portal: JourneyPortal): Promise<void> {
  await page.goto(`${portal.address}/api/login`)
  await fillSignInForm(page, loginOf(portal, 'operator'))
  await page.waitForURL(`${portal.address}/master-admin`)
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Master Admin' }).waitFor()
  await heading(page, 'Master Admin Dashboard').waitFor()
  await page.getByRole('article', { name: 'Halden Medical' }).waitFor()
  await expectAccessible(page)
}

async function createOrganization({ page }: Tab): Promise<void> {
  await press(page, button(page, 'Add Organization'))
  await page.getByRole('dialog', { name: 'Add Organization' }).waitFor()
  await expectAccessible(page)
  await page.keyboard.type(organization)
  await page.keyboard.press('Enter')
  await page.getByRole('article', { name: organization }).waitFor()
}

async function createUser({ page }: Tab): Promise<string> {
  const card = page.getByRole('article', { name: organization })
  const number = (await card.getByText(/^Org #\d+$/).textContent())?.replace('Org #', '') ?? ''
  await moveTo(page, page.getByRole('tab', { name: /^Organizations/ }))
  await page.keyboard.press('ArrowRight')
  await page.getByRole('table', { name: 'Users' }).waitFor()
  await expectAccessible(page)
  await press(page, button(page, 'Add User'))
  await page.getByRole('dialog', { name: 'Add User' }).waitFor()
  await expectAccessible(page)
  await fill(page, 'User ID', created.id)
  await fill(page, 'Email', created.email)
  await fill(page, /^First Name/, 'Liv')
  await fill(page, /^Last Name/, 'Dahl')
  await fill(page, 'Organization ID', number)
  await moveTo(page, page.getByRole('dialog').getByLabel('Role'))
  await page.keyboard.press('A')
  await press(page, button(page, 'Create User'))
  const access = page.getByRole('dialog', { name: 'Hand over the login' })
  const handed = access.getByRole('definition').last().locator('code')
  const shown = await handed.textContent()
  await expectAccessible(page)
  await press(page, button(page, 'Done'))
  await page.getByRole('row').filter({ hasText: created.email }).getByText('Admin', { exact: true }).waitFor()
  return shown ?? ''
}

/** Sets a password in the way of the provider in use. */
async function setFirstPassword({ page }: Tab, handed: string, portal: JourneyPortal): Promise<void> {
  await (/^https?:/.test(handed) ? enterByLink(page, handed) : enterByOneTimePassword(page, handed, portal))
  await page.waitForURL(`${portal.address}/`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).waitFor()
  await page.getByText(organization).first().waitFor()
}

async function enterByLink(page: TestPage, link: string): Promise<void> {
  await page.goto(link)
  await page.locator('input[type="password"]').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your password is saved' }).waitFor()
  await page.getByRole('link', { name: 'Log in' }).click()
  await fillSignInForm(page, { username: created.id, password })
}

async function enterByOneTimePassword(page: TestPage, once: string, portal: JourneyPortal): Promise<void> {
  await page.goto(`${portal.address}/api/login`)
  await fillSignInForm(page, { username: created.id, password: once })
  await page.getByRole('heading', { name: 'Choose a password' }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password').fill(password)
  await page.keyboard.press('Enter')
}

async function deleteUser({ page }: Tab, { page: guest }: Tab, portal: JourneyPortal): Promise<void> {
  await press(page, button(page, `Delete user ${created.name}`))
  const dialog = page.getByRole('alertdialog', { name: 'Delete user' })
  await dialog.getByText(`Are you sure you want to delete user "${created.email}"?`).waitFor()
  await expectAccessible(page)
  await press(page, dialog.getByRole('button', { name: 'Delete user' }))
  await page.getByRole('row').filter({ hasText: created.email }).waitFor({ state: 'detached' })
  await guest.getByRole('link', { name: 'Login' }).waitFor()
  await guest.goto(`${portal.address}/api/login`)
  await fillSignInForm(guest, { username: created.id, password })
  await guest.getByRole('alert').waitFor()
}

async function deleteOrganization({ page }: Tab): Promise<void> {
  await moveTo(page, page.getByRole('tab', { name: /^Users/ }))
  await page.keyboard.press('ArrowLeft')
  await press(page, button(page, `Delete organization ${organization}`))
  const dialog = page.getByRole('alertdialog', { name: 'Delete organization' })
  await moveTo(page, dialog.getByRole('textbox'))
  await page.keyboard.type(organization)
  await expectAccessible(page)
  await press(page, dialog.getByRole('button', { name: 'Delete organization' }))
  await page.getByRole('article', { name: organization }).waitFor({ state: 'detached' })
}

async function readLedger({ page }: Tab): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Deletions' }))
  const card = page.getByRole('article', { name: organization })
  await card.waitFor()
  // Services report independently; reloads the page until all have, as a person would.
  const isDone = async () => {
    if ((await card.getByText('Nothing left').count()) > 0) return true
    await page.reload()
    await card.waitFor()
    return false
  }
  await expect.poll(isDone, { timeout: 90_000, interval: 500 }).toBe(true)
  await press(page, card.getByText(/stores finished$/))
  await expectAccessible(page)
}
