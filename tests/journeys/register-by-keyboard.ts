import { randomBytes } from 'node:crypto'
import type { TestPage } from '@portal/testkit/browser'
import type { JourneyPortal } from './journey-portal.ts'
import { linkInMail } from './link-in-mail.ts'
import { moveTo } from './move-to.ts'
import { readIssuer } from './read-issuer.ts'
import { expectAccessible } from './tab.ts'

/** Somebody without an account. */
export interface Newcomer {
  readonly firstName: string
  readonly email: string
}

const password = 'seven-quiet-harbours'

/**
 * Registers a person with a new address, from the provider's login page on, and verifies the
 * address if the provider requires it.
 */
export async function registerByKeyboard(
  page: TestPage,
  portal: JourneyPortal,
  firstName: string,
): Promise<void> {
  const email = `${firstName.toLowerCase()}-${randomBytes(4).toString('hex')}@journey.example`
  const { isVerifiedFirst } = await fillRegistration(page, { firstName, email })
  if (isVerifiedFirst) await verifyAddress(page, portal, email)
}

/**
 * Fills in and submits the provider's registration form, from its login page on. Keycloak with a
 * mail server then requires verification; otherwise the person is logged in.
 */
export async function fillRegistration(
  page: TestPage,
  { firstName, email }: Newcomer,
): Promise<{ readonly isVerifiedFirst: boolean }> {
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  await press(page, page.getByRole('link', { name: 'Create an account' }))
  await page.getByRole('button', { name: 'Create account' }).waitFor()
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const isVerifiedFirst = (await field('Password').count()) === 0
  await type(page, field('First name'), firstName)
  await type(page, field('Last name'), 'Lindqvist')
  await type(page, field('E-mail'), email)
  if (!isVerifiedFirst) await type(page, field('Password'), password)
  await page.keyboard.press('Enter')
  return { isVerifiedFirst }
}

/** Verifies an address through the provider's mail, from the page that asks for it. */
export async function verifyAddress(page: TestPage, portal: JourneyPortal, email: string): Promise<void> {
  await page.getByRole('heading', { name: /^Verify your e-mail address/ }).waitFor()
  await expectAccessible(page)
  const issuer = new URL(await readIssuer(portal)).pathname
  await page.goto(await linkInMail(portal, email, issuer))
  const confirm = page.getByRole('button', { name: 'Yes, verify it' })
  const save = page.getByRole('button', { name: 'Save password' })
  await confirm.or(save).waitFor()
  await expectAccessible(page)
  if ((await confirm.count()) > 0) {
    await press(page, confirm)
    await page.getByRole('heading', { name: 'Your address is verified' }).waitFor()
    return
  }
  await type(page, page.getByLabel('Password', { exact: true }), password)
  await type(page, page.getByLabel('Repeat the password', { exact: true }), password)
  await press(page, save)
  await page.waitForURL(({ pathname }) => !pathname.startsWith(issuer))
}

type Target = ReturnType<TestPage['locator']>

async function press(page: TestPage, target: Target): Promise<void> {
  await moveTo(page, target)
  await page.keyboard.press('Enter')
}

async function type(page: TestPage, target: Target, text: string): Promise<void> {
  await moveTo(page, target)
  await page.keyboard.type(text)
}
