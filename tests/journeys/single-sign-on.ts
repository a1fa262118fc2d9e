import type { TestPage } from '@portal/testkit/browser'
import { signInOnPage } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'
import { z } from 'zod'
import { describeSteps, type Step } from './describe-steps.ts'
import { type JourneyPortal, loginOf } from './journey-portal.ts'
import { readIssuer } from './read-issuer.ts'
import { expectAccessible, type Tab } from './tab.ts'

/** The silent check notices a session at the identity provider, or one that has ended. */
export function describeSingleSignOn(portal: () => JourneyPortal): void {
  describeSteps('someone with a session at the identity provider', steps, portal)
}

const steps: Readonly<Record<string, Step>> = {
  'is offered nothing while there is none': openUnknown,
  'goes on without a password when the portal forgot them and the provider did not': goOn,
  'finds the account page of the provider in the user menu': openAccount,
  'is a visitor in the open tab once the session ended elsewhere': endElsewhere,
}

const offer = (page: TestPage) => page.getByText('You are already logged in at your identity provider.')
const accountMenu = (page: TestPage) => page.getByRole('button', { name: /account menu$/ })

async function openUnknown({ page }: Tab, { address }: JourneyPortal): Promise<void> {
  const checked = page.waitForResponse((response) => response.url().includes('/silent-check.html?error='))
  await page.goto(address)
  await checked
  await page.locator('iframe').waitFor({ state: 'detached' })
  expect(await offer(page).count()).toBe(0)
}

async function goOn({ page }: Tab, portal: JourneyPortal): Promise<void> {
  const { address } = portal
  await signInOnPage(page, { address, ...loginOf(portal, 'ingrid') })
  await page.context().clearCookies({ name: /portal_(session|hint)$/ })
  await page.goto(address)
  await page.getByRole('link', { name: 'Login' }).waitFor()
  await offer(page).waitFor()
  await expectAccessible(page)
  await page.getByRole('complementary', { name: 'Log in' }).getByRole('link', { name: 'Continue' }).click()
  await accountMenu(page).waitFor()
}

/** Opens in a new tab, like every external link. */
async function openAccount({ page }: Tab): Promise<void> {
  await accountMenu(page).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('menuitem', { name: 'Account', exact: true }).click()
  const account = await opened
  // The embedded provider's heading, or Keycloak's.
  await account.getByRole('heading', { name: /^(Your account|Personal info)$/, level: 1 }).waitFor()
  await account
    .getByText(/ingrid/i)
    .first()
    .waitFor()
  await expectAccessible(account)
  await account.close()
}

/** Delays the check and blocks events, so that only the check can notice the ended session. */
async function endElsewhere({ page }: Tab, portal: JourneyPortal): Promise<void> {
  const { address } = portal
  await holdBack(page, /\/api\/events$/)
  const check = await holdBack(page, /[?&]prompt=none(&|$)/)
  await page.goto(`${address}/documents`)
  await accountMenu(page).waitFor()
  await check.asked
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(await readEndOfSession(portal))
  await elsewhere.getByRole('button', { name: 'Log out' }).click()
  await elsewhere.getByRole('heading', { name: 'You are logged out' }).waitFor()
  await elsewhere.close()
  expect(await accountMenu(page).count()).toBe(1)
  check.letGo()
  await page.getByText('Please log in to view documents').waitFor()
}

/** Delays requests until they are released. `asked` resolves with the first. */
async function holdBack(page: TestPage, url: RegExp) {
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  return { asked: asked.promise, letGo: held.resolve }
}

/** The provider's end-session endpoint, from its discovery document. */
async function readEndOfSession(portal: JourneyPortal): Promise<string> {
  const answer = await fetch(`${await readIssuer(portal)}/.well-known/openid-configuration`)
  return z.object({ end_session_endpoint: z.url() }).parse(await answer.json()).end_session_endpoint
}
