import { MailOverview } from '@portal/contracts/operators'
import { CurrentUser } from '@portal/contracts/team'
import { signIn } from '@portal/testkit/sign-in'
import { signInOnPage } from '@portal/testkit/sign-in-page'
import { expect, vi } from 'vitest'
import { describeSteps, type Step } from './describe-steps.ts'
import { type JourneyPortal, loginOf } from './journey-portal.ts'
import { expectAccessible, openVisit, type Visit } from './visit.ts'

/** The way of somebody who is invited by mail and has no account yet, up to their place in the organization. Mail stays in the portal's outbox. */
export function describeInvitationJourney(name: string, portal: () => JourneyPortal): void {
  describeSteps(`${name}: someone who is invited`, steps, portal)
}

const invited = {
  firstName: 'Zoë',
  lastName: 'Lindqvist',
  email: `zoe-${crypto.randomUUID()}@halden.example`,
  password: 'seven-quiet-harbours',
}

const steps: Readonly<Record<string, Step>> = {
  'is invited as manager on the User Management page': invite,
  'follows the link in the mail and is asked to log in': openLink,
  'registers, comes back to the invitation and is asked to verify the address': register,
  'verifies the address by the second mail': verify,
  'accepts by an explicit click and is a manager of the organization': accept,
  'finds the link used up': lookAgain,
}

async function invite(_visit: Visit, portal: JourneyPortal): Promise<void> {
  const admin = await openVisit()
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

async function openLink({ page }: Visit, portal: JourneyPortal): Promise<void> {
  await page.goto(await linkInMail(portal, '/invitation/'))
  await page.getByText('Please log in to accept this invitation').waitFor()
  await expectAccessible(page)
}

async function register({ page }: Visit): Promise<void> {
  await page.getByText('Log In to Continue').click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('First name').fill(invited.firstName)
  await page.getByLabel('Last name').fill(invited.lastName)
  await page.getByLabel('E-mail').fill(invited.email)
  await page.getByLabel('Password', { exact: true }).fill(invited.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Verify your e-mail address first').waitFor()
  await expectAccessible(page)
}

async function verify({ page }: Visit, portal: JourneyPortal): Promise<void> {
  await page.goto(await linkInMail(portal, '/oidc/verify/'))
  await page.getByRole('button', { name: 'Yes, verify it' }).click()
  await page.getByRole('heading', { name: 'Your address is verified' }).waitFor()
}

async function accept({ page }: Visit, portal: JourneyPortal): Promise<void> {
  await page.goto(await linkInMail(portal, '/invitation/'))
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

async function lookAgain({ page }: Visit, portal: JourneyPortal): Promise<void> {
  await page.goto(await linkInMail(portal, '/invitation/'))
  await page.getByText('Invitation Already Accepted').waitFor()
  await expectAccessible(page)
}

/** The address below this path in the newest mail to the invited person, as the operator sees it. */
async function linkInMail(portal: JourneyPortal, path: string): Promise<string> {
  const browse = await signIn({ address: portal.address, ...loginOf(portal, 'operator') })
  return vi.waitFor(
    async () => {
      const answer = await browse('/api/master/mail', { headers: { accept: 'application/json' } })
      const text = await answer.text()
      expect(answer.status, text).toBe(200)
      const { mailer, sent } = MailOverview.parse(JSON.parse(text))
      expect(mailer).toBe('outbox')
      const texts = sent.filter(({ to }) => to === invited.email).map(({ text }) => text)
      const link = new RegExp(`${portal.address}${path}\\S+`).exec(texts.join('\n'))?.[0]
      if (link === undefined) throw new Error(`There is no mail with a link to ${path} yet.`)
      return link
    },
    { timeout: 60_000, interval: 250 },
  )
}
