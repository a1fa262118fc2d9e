import { CurrentUser } from '@portal/contracts/team'
import { signInOnPage } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'
import { describeSteps, type Step } from './describe-steps.ts'
import { type JourneyPortal, loginOf } from './journey-portal.ts'
import { linkInMail } from './link-in-mail.ts'
import { fillRegistration, verifyAddress } from './register-by-keyboard.ts'
import { expectAccessible, openTab, type Tab } from './tab.ts'

/** Somebody without an account, invited by mail: from the invitation to membership. */
export function describeInvitationJourney(name: string, portal: () => JourneyPortal): void {
  describeSteps(`${name}: someone who is invited`, steps, portal)
}

const invited = { firstName: 'Zoë', email: `zoe-${crypto.randomUUID()}@halden.example` }

const steps: Readonly<Record<string, Step>> = {
  'is invited as manager on the User Management page': invite,
  'follows the link in the mail and is asked to log in': openLink,
  'registers with the address of the invitation, which is fixed, and gets no second mail': register,
  'accepts by an explicit click and is a manager of the organization': accept,
  'finds the link used up': lookAgain,
}

async function invite(_tab: Tab, portal: JourneyPortal): Promise<void> {
  const admin = await openTab()
  try {
    const { page } = admin
    await signInOnPage(page, { address: portal.address, ...loginOf(portal, 'ingrid'), returnTo: '/users' })
    await page.getByRole('button', { name: 'Invite User' }).first().click()
    await page.getByLabel('Email').fill(invited.email)
    await page.getByLabel('Role', { exact: true }).last().selectOption('manager')
    await page.getByRole('button', { name: 'Send Invitation' }).click()
    await page.getByText('User invitation sent successfully').first().waitFor()
    await page.getByText(invited.email).first().waitFor()
    await expectAccessible(page)
    expect(admin.complaints).toEqual([])
  } finally {
    await admin.close()
  }
}

async function openLink({ page }: Tab, portal: JourneyPortal): Promise<void> {
  await page.goto(await linkInMail(portal, invited.email, '/invitation/'))
  await page.getByText('Please log in to accept this invitation').waitFor()
  await expectAccessible(page)
}

/** Keycloak with a mail server of its own demands its verification nevertheless. */
async function register({ page }: Tab, portal: JourneyPortal): Promise<void> {
  await page.getByText('Log In to Continue').click()
  const { isVerifiedFirst } = await fillRegistration(page, invited)
  if (isVerifiedFirst) return verifyAddress(page, portal, invited.email)
  await page.getByRole('button', { name: 'Accept Invitation' }).waitFor()
  expect(await portal.mailTo(invited.email)).toHaveLength(1)
}

async function accept({ page }: Tab, portal: JourneyPortal): Promise<void> {
  await page.goto(await linkInMail(portal, invited.email, '/invitation/'))
  await page.getByRole('button', { name: 'Accept Invitation' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/invitation'))
  const user = CurrentUser.parse(
    await page.evaluate("fetch('/api/auth/user').then((answer) => answer.json())"),
  )
  expect(user).toMatchObject({
    email: invited.email,
    role: 'manager',
    organization: { name: 'Halden Medical' },
  })
}

async function lookAgain({ page }: Tab, portal: JourneyPortal): Promise<void> {
  await page.goto(await linkInMail(portal, invited.email, '/invitation/'))
  await page.getByText('Invitation Already Accepted').waitFor()
  await expectAccessible(page)
}
