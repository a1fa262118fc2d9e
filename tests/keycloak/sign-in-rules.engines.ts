import { offerFirstOperator } from '@portal/adapters/identity-admin/open-identity-admin'
import { portalRealm } from '@portal/deploy/keycloak/portal-realm'
import { identityAdminClientId } from '@portal/deploy/keycloak/portal-realm-clients'
import { portalClientIds } from '@portal/identity-service/provider/portal-clients'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { type LoginPage, openLoginPage, openPage } from '@portal/testkit/identity/login-page'
import { type RelyingParty, relyingParty } from '@portal/testkit/identity/relying-party'
import { makeTestKeycloakRealm, type TestKeycloakRealm } from '@portal/testkit/identity/test-keycloak-realm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'

const origin = 'http://localhost:9'
const password = 'seven-quiet-harbours'
const tooSimple = 'Use more different characters, no row of letters or digits, and no address.'
let realm: TestKeycloakRealm
let gateway: RelyingParty
let adminUrl: string

beforeAll(async () => {
  realm = await makeTestKeycloakRealm((facts) =>
    portalRealm({ ...facts, origin, backchannelLogoutUrl: `${origin}/api/backchannel-logout` }),
  )
  adminUrl = realm.addressOf(identityAdminClientId, realm.identityAdminSecret)
  gateway = await relyingParty({
    issuer: `${realm.origin}${realm.path}`,
    clientId: portalClientIds.gateway,
    clientSecret: realm.gatewaySecret,
    redirectUri: `${origin}/api/callback`,
  })
})
afterAll(() => realm[Symbol.asyncDispose]())

const identityAdmin = () => realm.identityAdmin(identityAdminClientId)

async function openRegistration(browser: CookieFetch): Promise<LoginPage> {
  const { address, text } = await openLoginPage(gateway, browser)
  const [, link = ''] = /href="([^"]*registration[^"]*)"/.exec(text) ?? []
  return openPage(browser, new URL(link.replaceAll('&amp;', '&'), address))
}

const someone = (email: string) => ({
  firstName: 'Noor',
  lastName: 'Lind',
  email,
  password,
  'password-confirm': password,
})

it('who registers logs in with their address, which is their login name', async () => {
  const page = await openRegistration(gateway.newBrowser())
  const answer = await page.submit(someone('Noor@halden.example'))
  expect(answer.status).toBe(302)
  const tokens = await gateway.signIn(gateway.newBrowser(), { username: 'noor@halden.example', password })
  expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({
    email: 'noor@halden.example',
    email_verified: false,
    given_name: 'Noor',
    family_name: 'Lind',
  })
})

it.each([
  ['login name', { username: 'chief-1' }],
  ['attribute', { username: 'chief-2', loginName: 'chief-2' }],
  ['attribute of old', { username: 'chief-3', 'user.attributes.loginName': 'chief-3' }],
])(
  'who registers with a forged %s has no login name in the portal, so nobody becomes an operator',
  async (_kind, forged) => {
    const page = await openRegistration(gateway.newBrowser())
    const email = `of-${forged.username}@halden.example`
    await page.submit({ ...someone(email), ...forged })
    const admin = identityAdmin()
    expect(await admin.findSubject(forged.username)).toBeNull()
    // Keycloak may refuse the form as a whole; if not, the account exists without a login name.
    if ((await admin.findSubject(email)) === null) return
    const tokens = await gateway.signIn(gateway.newBrowser(), { username: email, password })
    expect(decodeJwt(tokens.id_token ?? '').preferred_username).toBeUndefined()
  },
)

it.each([
  ['short', 'short', 'Use at least 12 characters.'],
  ['of few characters', 'aaaabbbbccccdddd', tooSimple],
  ['a row', 'abcdefghijklmn', tooSimple],
  ['the address', 'weak@halden.example', tooSimple],
])('a password that is %s is refused with the reason', async (_kind, weak, reason) => {
  const page = await openRegistration(gateway.newBrowser())
  const answer = await page.submit({
    ...someone('weak@halden.example'),
    password: weak,
    'password-confirm': weak,
  })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain(reason)
  expect(await identityAdmin().findSubject('weak@halden.example')).toBeNull()
})

it('after ten wrong passwords the right one is not taken for a while', async () => {
  let answer: Response
  let tookMs: number
  do {
    const { username } = await newAccount('guessed')
    const right = await openLoginPage(gateway, gateway.newBrowser())
    const last = await openAfterFailures(username, 9)
    const since = performance.now()
    await last.submit({ username, password: 'a-wrong-password' })
    // It counts them after it has answered.
    await expect.poll(() => failuresOf(username), { timeout: 30_000 }).toBe(10)
    answer = await right.submit({ username, password })
    tookMs = performance.now() - since
    // A machine that took longer than it is refused for says nothing.
  } while (tookMs >= refusedMs)
  expect([answer.status, answer.headers.get('location')]).toEqual([200, null])
  expect(await answer.text()).toContain('After ten wrong attempts, wait a few seconds.')
})

it('nine wrong passwords in a moment are no attack', async () => {
  const { username } = await newAccount('forgetful')
  await openAfterFailures(username, 9)
  await gateway.signIn(gateway.newBrowser(), { username, password })
})

/** `waitIncrementSeconds` of the realm. */
const refusedMs = 10_000

async function newAccount(name: string) {
  const username = `${name}-${crypto.randomUUID()}`
  await identityAdmin().createAccount({ username, email: `${username}@halden.example`, password })
  return { username }
}

async function failuresOf(username: string): Promise<unknown> {
  const subject = await identityAdmin().findSubject(username)
  const state = await realm.console('GET', `/attack-detection/brute-force/users/${subject}`)
  return (state as { readonly numFailures?: number }).numFailures
}

/** Submits that many wrong passwords, and opens the page once more. */
async function openAfterFailures(username: string, failures: number) {
  for (let failure = 0; failure < failures; failure += 1) {
    const page = await openLoginPage(gateway, gateway.newBrowser())
    await page.submit({ username, password: `a-wrong-password-${failure}` })
  }
  return openLoginPage(gateway, gateway.newBrowser())
}

it('until the first operator has chosen a password each start offers a new one-time password, and the older ones end', async () => {
  const offered = async () => (await offerFirstOperator(adminUrl, 'operator'))?.split(' ').at(-1) ?? ''
  const [first, second] = [await offered(), await offered()]
  expect(second).not.toBe(first)
  const attempt = (oneTime: string) =>
    gateway.signIn(gateway.newBrowser(), { username: 'operator', password: oneTime })
  await expect(attempt(first)).rejects.toThrow('is not right')
  await expect(attempt(second)).rejects.not.toThrow('is not right')
})

it('a person whom an operator gives a one-time password has to choose their own', async () => {
  const admin = identityAdmin()
  const { subject } = await admin.createAccount({ username: 'jonas', email: 'jonas@halden.example' })
  const oneTime = (await admin.issueOneTimeLogin(subject)).password
  const page = await openLoginPage(gateway, gateway.newBrowser())
  const answer = await page.submit({ username: 'jonas', password: oneTime })
  expect(answer.headers.get('location')).toContain('required-action')
})
