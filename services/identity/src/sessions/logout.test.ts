import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import type { RelyingParty } from '@portal/testkit/identity/relying-party'
import { testGateway } from '@portal/testkit/identity/test-gateway'
import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '@portal/testkit/identity/test-identity-provider'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'

let portal: TestIdentityProvider
let gateway: RelyingParty

const person = { username: 'priya', password: 'seven-quiet-harbours' }

beforeAll(async () => {
  portal = await startTestIdentityProvider()
  gateway = await testGateway(portal)
  await openIdentityAdmin(portal.provider.adminUrl).createAccount({
    ...person,
    email: 'priya@halden.example',
  })
})

afterAll(async () => portal[Symbol.asyncDispose]())

function endSession(browser: CookieFetch, parameters: Record<string, string>): Promise<Response> {
  return browser(gateway.endSessionUrl(parameters))
}

async function isSignedIn(browser: CookieFetch): Promise<boolean> {
  const { url } = await gateway.begin({ prompt: 'none' })
  const response = await browser(url)
  return new URL(response.headers.get('location') ?? '', url).searchParams.has('code')
}

it('a logout with the own ID token ends everything at once and goes back to the portal', async () => {
  const browser = gateway.newBrowser()
  const tokens = await gateway.signIn(browser, person)
  const { id_token = '' } = tokens
  const before = portal.logoutTokens.length
  const response = await endSession(browser, {
    id_token_hint: id_token,
    post_logout_redirect_uri: `${portal.origin}/`,
    state: 'kept',
  })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`${portal.origin}/?state=kept`)
  expect(await isSignedIn(browser)).toBe(false)
  await expect(gateway.refresh(tokens)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  const [token = '', ...more] = portal.logoutTokens.slice(before)
  expect(more).toEqual([])
  const keys = createRemoteJWKSet(new URL(`${portal.issuer}/jwks`))
  const { payload, protectedHeader } = await jwtVerify(token, keys, {
    issuer: portal.issuer,
    audience: 'portal-gateway',
    typ: 'logout+jwt',
    requiredClaims: ['iat', 'jti', 'exp'],
  })
  const { sub, sid } = decodeJwt(id_token)
  expect(protectedHeader.alg).toBe('RS256')
  expect(payload).toMatchObject({
    sub,
    sid,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  expect(payload).not.toHaveProperty('nonce')
})

it('a logout that is sent again is the same one: what began in between is not of it', async () => {
  const admin = openIdentityAdmin(portal.provider.adminUrl)
  const subject = (await admin.findSubject(person.username)) ?? ''
  await gateway.signIn(gateway.newBrowser(), person)
  const before = portal.logoutTokens.length
  portal.refuseLogout()
  await admin.endSessions(subject)
  const [first = '', second, ...more] = portal.logoutTokens.slice(before)
  expect(decodeJwt(first)).toMatchObject({ sub: subject })
  expect([second, more]).toEqual([first, []])
})

it('questions of other tabs that run beside a logout do not bring the session back', async () => {
  for (let round = 0; round < 10; round += 1) {
    const browser = gateway.newBrowser()
    const { id_token = '' } = await gateway.signIn(browser, person)
    const questions = Array.from({ length: 4 }, () => isSignedIn(browser))
    const back = { id_token_hint: id_token, post_logout_redirect_uri: `${portal.origin}/` }
    const signOut = endSession(browser, back)
    await Promise.all([...questions, signOut])
    expect(await isSignedIn(browser)).toBe(false)
  }
})

it('without an ID token the person is asked first, and staying keeps the session', async () => {
  const browser = gateway.newBrowser()
  await gateway.signIn(browser, person)
  const page = await endSession(browser, {})
  const text = await page.text()
  expect(page.status).toBe(200)
  expect(text).toContain('Log out?')
  expect(await isSignedIn(browser)).toBe(true)
})

it('confirming logs out and says so', async () => {
  const browser = gateway.newBrowser()
  await gateway.signIn(browser, person)
  const text = await (await endSession(browser, {})).text()
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const action = /action="([^"]+)"/.exec(text)?.[1] ?? ''
  const body = new URLSearchParams({ xsrf, logout: 'yes' })
  const answer = await browser(new URL(action, portal.origin), { method: 'POST', body })
  const signedOut = await browser(new URL(answer.headers.get('location') ?? ''))
  expect(await signedOut.text()).toContain('You are logged out')
  expect(await isSignedIn(browser)).toBe(false)
})

it('a confirmation with a guessed token is refused', async () => {
  const browser = gateway.newBrowser()
  await gateway.signIn(browser, person)
  await endSession(browser, {})
  const body = new URLSearchParams({ xsrf: 'guessed', logout: 'yes' })
  const answer = await browser(`${portal.issuer}/session/end/confirm`, { method: 'POST', body })
  expect(answer.status).toBe(400)
  expect(await isSignedIn(browser)).toBe(true)
})

it("another person's ID token does not log out without asking", async () => {
  const stranger = { username: 'mallory', password: 'nine-loud-mountains' }
  const admin = openIdentityAdmin(portal.provider.adminUrl)
  await admin.createAccount({ ...stranger, email: 'mallory@halden.example' })
  const { id_token = '' } = await gateway.signIn(gateway.newBrowser(), stranger)
  const browser = gateway.newBrowser()
  await gateway.signIn(browser, person)
  expect(await (await endSession(browser, { id_token_hint: id_token })).text()).toContain('Log out?')
  expect(await isSignedIn(browser)).toBe(true)
})

it('logging out without a session goes straight on', async () => {
  const { id_token = '' } = await gateway.signIn(gateway.newBrowser(), person)
  const parameters = { id_token_hint: id_token, post_logout_redirect_uri: `${portal.origin}/` }
  const response = await endSession(gateway.newBrowser(), parameters)
  expect(response.headers.get('location')).toBe(`${portal.origin}/`)
})

it('a foreign address to return to is refused, not followed', async () => {
  const browser = gateway.newBrowser()
  const { id_token = '' } = await gateway.signIn(browser, person)
  const response = await endSession(browser, {
    id_token_hint: id_token,
    post_logout_redirect_uri: 'https://evil.example/',
  })
  expect(response.status).toBe(400)
  expect(response.headers.get('location')).toBeNull()
  expect(await isSignedIn(browser)).toBe(true)
})
