import type { TestPage } from '@portal/testkit/browser'
import { fillSignInForm, signInOnPage } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'
import { describeSteps, type Step } from './describe-steps.ts'
import { type JourneyPortal, loginOf } from './journey-portal.ts'
import { linkInMail } from './link-in-mail.ts'
import { expectFocus, moveTo } from './move-to.ts'
import { expectAccessible, type Tab } from './tab.ts'

const newcomer = { username: 'noor', name: 'Noor Haddad', email: 'noor@halden.example' } as const

/**
 * Departments, invitation, role and removal, with the keyboard alone: an admin of the demo and, in
 * a second browser, the demo's person without organization, who ends without one.
 */
export function describePeopleJourney(name: string, portal: () => JourneyPortal): void {
  const withGuest =
    (step: (admin: Tab, guest: Tab, portal: JourneyPortal) => Promise<void>): Step =>
    async (admin, portal, guest) =>
      step(admin, await guest(), portal)
  const steps: Readonly<Record<string, Step>> = {
    'opens Team Management from the sidebar': openTeam,
    'creates a department, and is told what is wrong with a short name': createDepartment,
    'puts a person into it': assignDepartment,
    'deletes it, and reads what that does to documents and people': deleteDepartment,
    'invites somebody from User Management': invite,
    'who opens the link of the mail, logs in and is back at it': withGuest(openInvitation),
    'accepts it, is in the organization, and stands in the list without a reload': withGuest(accept),
    'gets another role, and at once sees what it opens': withGuest(changeRole),
    'is removed, and reads at once which session has ended': withGuest(remove),
  }
  describeSteps(`${name}: an admin with a keyboard alone`, steps, portal)
}

const heading = (page: TestPage, name: string) => page.getByRole('heading', { name, level: 1 })
/** A link of the screen; the sidebar around it links the departments too. */
const linkInScreen = (page: TestPage, name: string) => page.getByRole('main').getByRole('link', { name })
const row = (page: TestPage, name: string) => page.getByRole('row').filter({ hasText: name })

/** Moves to a control by keyboard and presses a key on it. */
async function press(page: TestPage, target: ReturnType<TestPage['locator']>, key = 'Enter'): Promise<void> {
  await moveTo(page, target)
  await page.keyboard.press(key)
}

/** Axe finds nothing, in a wide and in a narrow window. */
async function expectAccessibleAtAnyWidth(page: TestPage): Promise<void> {
  await expectAccessible(page)
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 800 })
  await expectAccessible(page)
  if (size) await page.setViewportSize(size)
}

async function openTeam({ page }: Tab, portal: JourneyPortal): Promise<void> {
  await signInOnPage(page, { address: portal.address, ...loginOf(portal, 'ingrid') })
  const main = page.getByRole('navigation', { name: 'Main' })
  await press(page, main.getByRole('link', { name: 'Team' }))
  await heading(page, 'Team Management').waitFor()
  await page.getByRole('list', { name: 'Team members' }).waitFor()
  await linkInScreen(page, 'Operations').waitFor()
  await expectAccessibleAtAnyWidth(page)
}

async function createDepartment({ page }: Tab): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Create Department' }))
  const dialog = page.getByRole('dialog', { name: 'Create Department' })
  await expectFocus(page, dialog.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('Q')
  await page.keyboard.press('Enter')
  await dialog.getByText('Department name must be at least 2 characters').waitFor()
  await expectAccessible(page)
  await page.keyboard.type('uality')
  await moveTo(page, dialog.getByRole('radio', { name: 'Emerald' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await linkInScreen(page, 'Quality').waitFor()
  await dialog.waitFor({ state: 'detached' })
}

async function assignDepartment({ page }: Tab): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Departments of Jonas Weber' }))
  const dialog = page.getByRole('dialog', { name: 'Departments' })
  const box = dialog.getByRole('checkbox', { name: 'Quality' })
  await press(page, box, 'Space')
  expect(await box.isChecked()).toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const member = page.getByRole('listitem').filter({ hasText: 'jonas@halden.example' })
  await member.getByText('Quality').waitFor()
}

async function deleteDepartment({ page }: Tab): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Delete department Quality' }))
  const dialog = page.getByRole('alertdialog', { name: 'Delete department' })
  await dialog.getByText('No document is filed in it.').waitFor()
  await dialog.getByText('1 person loses this assignment.').waitFor()
  await expectAccessible(page)
  await press(page, dialog.getByRole('button', { name: 'Delete department' }))
  await linkInScreen(page, 'Quality').waitFor({ state: 'detached' })
  await page.getByText('Department deleted successfully').first().waitFor()
}

async function invite({ page }: Tab): Promise<void> {
  await press(page, page.getByRole('link', { name: 'User Management' }))
  await heading(page, 'User Management').waitFor()
  await page.getByRole('table', { name: 'Active users' }).waitFor()
  await page.getByText('No invitations').waitFor()
  await expectAccessibleAtAnyWidth(page)
  await press(page, page.getByRole('button', { name: 'Invite User' }))
  const dialog = page.getByRole('dialog', { name: 'Invite User' })
  await expectFocus(page, dialog.getByRole('textbox', { name: 'Email' }))
  await page.keyboard.type('noor@halden')
  await page.keyboard.press('Enter')
  await dialog.getByText('Invalid email address').waitFor()
  await expectAccessible(page)
  await page.keyboard.type('.example')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await row(page, newcomer.email).getByText('Pending').waitFor()
}

async function openInvitation(_admin: Tab, { page }: Tab, portal: JourneyPortal): Promise<void> {
  const link = await linkInMail(portal, newcomer.email, '/invitation/')
  await page.goto(link)
  await heading(page, 'Please log in to accept this invitation').waitFor()
  await expectAccessibleAtAnyWidth(page)
  await press(page, page.getByRole('button', { name: 'Log In to Continue' }))
  await fillSignInForm(page, loginOf(portal, newcomer.username))
  await heading(page, 'Join Halden Medical').waitFor()
  expect(page.url()).toBe(link)
  await expectAccessibleAtAnyWidth(page)
}

async function accept({ page: admin }: Tab, { page }: Tab, portal: JourneyPortal): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Accept Invitation' }))
  await page.getByText("You've successfully joined the organization.").first().waitFor()
  await page.getByRole('heading', { name: 'What do you need to know?' }).waitFor()
  expect(page.url()).toBe(`${portal.address}/`)
  expect(await page.getByRole('link', { name: /^Team/ }).count()).toBe(0)
  await admin.getByRole('combobox', { name: `Role of ${newcomer.name}` }).waitFor()
  await row(admin, newcomer.email).getByText('Accepted').waitFor()
}

async function changeRole({ page: admin }: Tab, { page }: Tab): Promise<void> {
  const role = admin.getByRole('combobox', { name: `Role of ${newcomer.name}` })
  await press(admin, role, 'ArrowUp')
  // The list is open; on a closed one the previous key would already have changed the role.
  expect(await role.inputValue()).toBe('team_member')
  await admin.keyboard.press('ArrowUp')
  await admin.keyboard.press('Enter')
  await admin.getByText('User role updated successfully').first().waitFor()
  expect(await role.inputValue()).toBe('manager')
  await page.getByRole('link', { name: 'Team Management' }).waitFor()
}

async function remove({ page: admin }: Tab, { page }: Tab): Promise<void> {
  await press(admin, admin.getByRole('button', { name: `Delete user ${newcomer.name}` }))
  const dialog = admin.getByRole('alertdialog', { name: 'Delete user' })
  await dialog.getByText('Are you sure you want to delete this user?').waitFor()
  await expectAccessible(admin)
  await press(admin, dialog.getByRole('button', { name: 'Delete user' }))
  await admin.getByRole('combobox', { name: `Role of ${newcomer.name}` }).waitFor({ state: 'detached' })
  await admin.getByText('User deleted successfully').first().waitFor()
  await page
    .getByText(/^Your session at Halden Medical has ended\./)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Login' }).waitFor()
}
