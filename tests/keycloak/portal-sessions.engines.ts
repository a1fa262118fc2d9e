import { identityAdminClientId } from '@portal/deploy/keycloak/portal-realm-clients'
import { type CookieFetch, cookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { findLoginForm } from '@portal/testkit/identity/login-form'
import { openPage } from '@portal/testkit/identity/login-page'
import { signIn } from '@portal/testkit/sign-in'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import {
  type PortalOnKeycloak,
  password,
  personOf,
  startPortalOnKeycloak,
} from './portal-on-keycloak.fixture.ts'

let portal: PortalOnKeycloak

beforeAll(async () => {
  portal = await startPortalOnKeycloak()
})
afterAll(() => portal[Symbol.asyncDispose]())

const patience = { timeout: 60_000, interval: 100 }
const ended = (browse: CookieFetch) =>
  vi.waitFor(async () => expect(await personOf(browse)).toBeNull(), patience)
const sameOrigin = { headers: { 'sec-fetch-site': 'same-origin' } }

let drawn = 0
/** A new person with a session. */
async function someone() {
  drawn += 1
  const username = `person-${drawn}`
  const { subject } = await portal.addPerson(username)
  return { username, subject, browse: await portal.signIn(username) }
}

/** Makes the refresh of every session due. */
async function makeRefreshDue(): Promise<void> {
  await portal.gatewayDatabase.platformTx((db) =>
    db.execute(`update sessions set refresh_at = now() - interval '1 hour'`),
  )
  await portal.restartGateway()
}

async function storedTokens(): Promise<string> {
  const rows = await portal.gatewayDatabase.platformTx((db) =>
    db.execute('select sealed_refresh_token from sessions order by id'),
  )
  return JSON.stringify(rows)
}

it('a person logs in on Keycloak’s page through the gateway, and the portal knows who they are', async () => {
  const { browse, username } = await someone()
  expect(await personOf(browse)).toMatchObject({ email: `${username}@halden.example` })
})

it('wrong credentials end in a sentence, not in a session', async () => {
  await portal.addPerson('mistaken')
  await expect(
    signIn({ address: portal.address, username: 'mistaken', password: 'a-wrong-password' }),
  ).rejects.toThrow('The e-mail, user name or password is not right.')
})

it('a silent check that was sent beside the beginning of a login, and is answered after it, does not end the login', async () => {
  await portal.addPerson('hasty')
  let isBeside = false
  const browse = cookieFetch(portal.address, (address, init) => {
    const headers = new Headers(init?.headers)
    if (isBeside) headers.delete('cookie')
    return fetch(address, { ...init, headers })
  })
  const login = await browse('/api/login')
  const page = await browse(login.headers.get('location') ?? '')
  const form = findLoginForm(await page.text())

  const check = await portal.elsewhere.begin({ prompt: 'none' })
  isBeside = true
  const refusal = await browse(check.url)
  isBeside = false
  expect(refusal.headers.get('location')).toContain('error=login_required')

  const body = new URLSearchParams([...(form?.fields ?? [])])
  body.set('username', 'hasty')
  body.set('password', password)
  const submitted = await browse(form?.action ?? '', { method: 'POST', body })
  expect(submitted.headers.get('location')).toContain('/api/callback?')
})

it('a logout at another application ends the portal’s session within five seconds, and no other person’s', async () => {
  const { browse, username } = await someone()
  const other = await someone()
  const there = await portal.elsewhere.signIn(browse, { username, password })
  const out = portal.elsewhere.endSessionUrl({
    id_token_hint: there.id_token ?? '',
    post_logout_redirect_uri: `${portal.address}/`,
  })
  expect((await browse(out)).headers.get('location')).toBe(`${portal.address}/`)
  await ended(browse)
  expect(await personOf(other.browse)).not.toBeNull()
})

it('a person who is disabled through the portal has no session after five seconds, and cannot log in', async () => {
  const { browse, subject, username } = await someone()
  await portal.admin.disable(subject)
  await ended(browse)
  await expect(portal.signIn(username)).rejects.toThrow('This account has been disabled.')
})

it('a person who is disabled in Keycloak’s own console loses the session with the next refresh', async () => {
  const { browse, subject } = await someone()
  await portal.realm.console('PUT', `/users/${subject}`, { enabled: false })
  expect(await personOf(browse)).not.toBeNull()
  await makeRefreshDue()
  await ended(browse)
})

it('ten tabs whose tokens have expired: one refresh at Keycloak, and nobody is logged out', async () => {
  const { browse } = await someone()
  const tenTabs = () => Promise.all(Array.from({ length: 10 }, () => personOf(browse)))
  for (let round = 0; round < 3; round += 1) {
    const [before, stored] = [portal.refreshes.count(), await storedTokens()]
    await makeRefreshDue()
    const letGo = portal.refreshes.hold()
    expect(await tenTabs()).not.toContain(null)
    await vi.waitFor(() => expect(portal.refreshes.count()).toBe(before + 1), patience)
    expect(await tenTabs()).not.toContain(null)
    letGo()
    await vi.waitFor(async () => expect(await storedTokens()).not.toBe(stored), patience)
    expect(await tenTabs()).not.toContain(null)
    expect(portal.refreshes.count()).toBe(before + 1)
  }
})

it('an answer of Keycloak’s that is lost on its way logs nobody out', async () => {
  const { browse } = await someone()
  const [before, stored] = [portal.refreshes.count(), await storedTokens()]
  portal.refreshes.loseNext()
  for (const time of [1, 2]) {
    await makeRefreshDue()
    expect(await personOf(browse)).not.toBeNull()
    await vi.waitFor(() => expect(portal.refreshes.count()).toBe(before + time), patience)
  }
  await vi.waitFor(async () => expect(await storedTokens()).not.toBe(stored), patience)
  expect(await personOf(browse)).not.toBeNull()
})

it('a browser that was logged out from elsewhere is asked for the password by Keycloak, and the other one works on', async () => {
  const { browse: here, username } = await someone()
  const there = await portal.signIn(username)
  // As the silent check in every open page: adds a second client to the Keycloak session.
  await portal.elsewhere.signIn(there, { username, password })
  const answer = await here('/api/auth/sessions', { method: 'DELETE', ...sameOrigin })
  expect(answer.status).toBe(204)
  expect(await personOf(there)).toBeNull()
  const login = await there('/api/login')
  const page = await there(login.headers.get('location') ?? '')
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('E-mail or user name')])
  const stored = await storedTokens()
  await makeRefreshDue()
  expect(await personOf(here)).not.toBeNull()
  await vi.waitFor(async () => expect(await storedTokens()).not.toBe(stored), patience)
  expect(await personOf(here)).not.toBeNull()
})

it('logging out of the portal ends the session at Keycloak too, without a question', async () => {
  const { browse } = await someone()
  const out = await browse('/api/logout', sameOrigin)
  const end = await browse(out.headers.get('location') ?? '')
  expect(end.headers.get('location')).toBe(`${portal.address}/`)
  expect(await personOf(browse)).toBeNull()
  const again = await browse('/api/login')
  const page = await browse(again.headers.get('location') ?? '')
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('E-mail or user name')])
})

it('a new password ends the sessions of the former one, and the tokens that they minted', async () => {
  const { browse, subject, username } = await someone()
  const headers = { ...sameOrigin.headers, 'content-type': 'application/json' }
  const minted = await browse('/api/auth/token', { method: 'POST', body: '{}', headers })
  const { token } = z.object({ token: z.string() }).parse(await minted.json())
  const withToken = async () => {
    const bearer = { authorization: `Bearer ${token}` }
    return (await fetch(`${portal.address}/api/auth/user`, { headers: bearer })).status
  }
  expect(await withToken()).toBe(200)
  const admin = portal.realm.identityAdmin(identityAdminClientId)
  const { password: oneTime } = await admin.issueOneTimeLogin(subject)
  await choosePassword({ username, password: oneTime }, 'nine-loud-mountains')
  await ended(browse)
  await vi.waitFor(async () => expect(await withToken()).toBe(401), patience)
})

/** Logs in with a one-time password, and chooses one. */
async function choosePassword(login: Record<string, string>, chosen: string): Promise<void> {
  const browser = cookieFetch(portal.address)
  const start = await browser(`${portal.address}/api/login`)
  const page = await openPage(browser, new URL(start.headers.get('location') ?? ''))
  const answer = await page.submit(login)
  const next = await openPage(browser, new URL(answer.headers.get('location') ?? '', page.address))
  const done = await next.submit({ 'password-new': chosen, 'password-confirm': chosen })
  expect(done.headers.get('location')).toContain('/api/callback?')
}

const Keys = z.object({
  keys: z.array(z.object({ providerId: z.string(), algorithm: z.string().optional(), status: z.string() })),
})

/** Adds a new active signing key and disables the old ones. */
async function rotateKeys(): Promise<void> {
  const { console, realm } = portal.realm
  const { keys } = Keys.parse(await console('GET', '/keys'))
  await console('POST', '/components', {
    name: `rotated-${Date.now()}`,
    providerId: 'rsa-generated',
    providerType: 'org.keycloak.keys.KeyProvider',
    config: { priority: ['200'], active: ['true'], enabled: ['true'], algorithm: ['RS256'] },
  })
  for (const { providerId } of keys.filter((key) => key.algorithm === 'RS256')) {
    const component = z
      .looseObject({ config: z.looseObject({}) })
      .parse(await console('GET', `/components/${providerId}`))
    const config = { ...component.config, enabled: ['false'], active: ['false'] }
    await console('PUT', `/components/${providerId}`, { ...component, parentId: realm, config })
  }
}

it('Keycloak changes its signing key: sessions go on, logout tokens are believed, people log in', async () => {
  const [stays, goes] = [await someone(), await someone()]
  const signingKey = async () => {
    const tokens = await portal.elsewhere.signIn(stays.browse, { username: stays.username, password })
    return decodeProtectedHeader(tokens.id_token ?? '').kid
  }
  const before = await signingKey()
  await rotateKeys()
  expect(await signingKey()).not.toBe(before)
  await portal.admin.endSessions(goes.subject)
  await ended(goes.browse)
  expect(await personOf(stays.browse)).not.toBeNull()
  expect(await personOf(await portal.signIn(goes.username))).not.toBeNull()
  const tokens = await storedTokens()
  await makeRefreshDue()
  expect(await personOf(stays.browse)).not.toBeNull()
  await vi.waitFor(async () => expect(await storedTokens()).not.toBe(tokens), patience)
  await makeRefreshDue()
  expect(await personOf(stays.browse)).not.toBeNull()
})
