import { embeddedIdentityAdmin } from '@portal/adapters/identity-admin/embedded-identity-admin'
import type { OwnSession } from '@portal/contracts/gateway'
import { openPage } from '@portal/testkit/identity/login-page'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { json } from '../../test/fixed-service.ts'
import { type GatewayUnderTest, gatewaySecret, startGatewayUnderTest } from '../../test/gateway-under-test.ts'
import { replicaBrowser } from '../../test/replica-browser.ts'
import { createSeal } from '../secrets/seal.ts'
import { loadSigningKeys } from '../secrets/signing-keys.ts'
import { AuthTokens } from './auth-tokens.ts'

let portal: GatewayUnderTest
type Browser = Awaited<ReturnType<GatewayUnderTest['signIn']>>
let ada: Browser
let grace: Browser

beforeAll(async () => {
  portal = await startGatewayUnderTest({ RATE_TOKEN: '60/60', RATE_LOGIN: '600/600' })
  for (const service of [portal.documents, portal.chat]) {
    service.respond = (incoming, outgoing) => {
      incoming.resume()
      json(outgoing, {})
    }
  }
  await portal.addPerson('ada')
  await portal.addPerson('grace')
  ada = await portal.signIn('ada')
  grace = await portal.signIn('grace')
})
afterAll(() => portal[Symbol.asyncDispose]())

async function mint(
  browser: Browser,
  body: unknown = {},
): Promise<{ id: string; token: string; expiresAt: string }> {
  const response = await browser('/api/auth/token', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  })
  expect(response.status).toBe(201)
  return (await response.json()) as { id: string; token: string; expiresAt: string }
}

const withToken = (token: string, path = '/api/documents', init: RequestInit = {}) =>
  fetch(`${portal.origin}${path}`, {
    ...init,
    headers: { ...init.headers, authorization: `Bearer ${token}` },
  })

it('a minted token opens the portal for its person, for an hour at most', async () => {
  const { token, expiresAt } = await mint(ada)
  expect(new Date(expiresAt).getTime() - Date.now()).toBeLessThanOrEqual(3600_000)
  expect((await withToken(token)).status).toBe(200)
  const session = await (await withToken(token, '/api/session')).json()
  expect(session).toMatchObject({ person: { id: 'person-ada' } })
  expect(token.length).toBeLessThan(4096)
})

it.each([
  '/api/organizations',
  '/api/organizations/join/ABCD2345',
  `/api/invitations/accept/${'a'.repeat(43)}`,
])('a token alone does not found, join or accept: POST %s', async (path) => {
  const { token } = await mint(ada)
  const before = portal.team.arrived.length
  const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  expect((await withToken(token, path, init)).status).toBe(403)
  expect(portal.team.arrived.slice(before).filter(({ method }) => method === 'POST')).toEqual([])
})

it('more than an hour is refused', async () => {
  const response = await ada('/api/auth/token', {
    method: 'POST',
    body: '{"minutes":61}',
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(400)
})

it('a revoked token opens nothing from that moment on', async () => {
  const { id, token } = await mint(ada)
  expect((await withToken(token)).status).toBe(200)
  expect((await ada(`/api/auth/sessions/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await withToken(token)).status).toBe(401)
})

it("nobody revokes another's token: an unknown and a foreign id answer alike", async () => {
  const { id, token } = await mint(ada)
  const foreign = await grace(`/api/auth/sessions/${id}`, { method: 'DELETE' })
  const unknown = await grace(`/api/auth/sessions/${crypto.randomUUID()}`, { method: 'DELETE' })
  expect([foreign.status, unknown.status]).toEqual([404, 404])
  expect((await withToken(token)).status).toBe(200)
})

it('a token alone gives nobody a role or access, deletes nothing, and manages neither sessions nor tokens', async () => {
  const { token } = await mint(ada)
  const tried = [
    withToken(token, '/api/users/someone/role', { method: 'PATCH', body: '{"role":"admin"}' }),
    withToken(token, '/api/users/someone/departments', { method: 'PUT', body: '{"departments":[1]}' }),
    withToken(token, '/api/invitations', { method: 'POST', body: '{"email":"a@b.example","role":"admin"}' }),
    withToken(token, `/api/invitations/${crypto.randomUUID()}/resend`, { method: 'POST' }),
    withToken(token, '/api/organizations/join-code', { method: 'POST' }),
    withToken(token, `/api/documents/${crypto.randomUUID()}`, { method: 'DELETE' }),
    withToken(token, '/api/auth/token', { method: 'POST' }),
    withToken(token, '/api/auth/sessions'),
    withToken(token, '/api/auth/sessions', { method: 'DELETE' }),
  ]
  expect((await Promise.all(tried)).map((response) => response.status)).toEqual(tried.map(() => 403))
  expect((await withToken(token, '/api/chat', { method: 'POST', body: '{}' })).status).toBe(200)
})

it('with cookie and token of the same person the cookie decides', async () => {
  const { token } = await mint(ada)
  const response = await ada(`/api/documents/${crypto.randomUUID()}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(200)
})

it('an operator gets no token, and one who became an operator cannot use theirs', async () => {
  const person = await portal.addPerson('root', { isMasterAdmin: true })
  const root = await portal.signIn('root')
  const response = await root('/api/auth/token', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(403)
  portal.team.people.set('root', { ...person, isMasterAdmin: false })
  await portal.restart()
  const { token } = await mint(root)
  expect((await withToken(token)).status).toBe(200)
  portal.team.people.set('root', person)
  await portal.restart()
  expect((await withToken(token)).status).toBe(401)
})

it('minting needs the page itself: a cross-site post is refused', async () => {
  const response = await ada('/api/auth/token', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(response.status).toBe(403)
})

it('a passport is no bearer token', async () => {
  await ada('/api/documents')
  const passport = String(portal.documents.arrived.at(-1)?.headers['x-portal-passport'])
  expect((await withToken(passport)).status).toBe(401)
})

it('an invalid token beside a valid session harms nobody', async () => {
  const response = await ada('/api/documents', { headers: { authorization: 'Bearer a.b.c' } })
  expect(response.status).toBe(200)
})

it('a person sees their browsers and tokens, ends one, and logs out everywhere else', async () => {
  await portal.addPerson('mary')
  const [here, there] = [await portal.signIn('mary'), await portal.signIn('mary')]
  const { id, token } = await mint(here)
  const list = (await (await here('/api/auth/sessions')).json()) as {
    id: string
    kind: string
    isCurrent: boolean
  }[]
  expect(list.map((one) => one.kind).sort()).toEqual(['browser', 'browser', 'token'])
  expect(list.filter((one) => one.isCurrent)).toHaveLength(1)
  expect(list.map((one) => one.id)).toContain(id)
  expect((await here('/api/auth/sessions', { method: 'DELETE' })).status).toBe(204)
  expect((await there('/api/auth/user')).status).toBe(401)
  expect((await withToken(token)).status).toBe(401)
  expect((await here('/api/auth/user')).status).toBe(200)
})

describe('a token ends with the session that minted it', () => {
  const sameOrigin = { headers: { 'sec-fetch-site': 'same-origin' } }
  const admin = () => embeddedIdentityAdmin(new URL(portal.provider.adminUrl))
  /** Somebody new with two browsers, and a token of each. */
  async function someone() {
    const username = `person-${crypto.randomUUID()}`
    await portal.addPerson(username)
    const [here, there] = [await portal.signIn(username), await portal.signIn(username)]
    const [own, other] = [(await mint(here)).token, (await mint(there)).token]
    expect([(await withToken(own)).status, (await withToken(other)).status]).toEqual([200, 200])
    const subject = (await admin().findSubject(username)) ?? ''
    return { here, there, own, other, subject }
  }

  const forgetSessions = (subject: string) =>
    portal.database.platformTx((db) => db.execute(sql`delete from sessions where subject = ${subject}`))

  it('when that one is logged out, and another one does not', async () => {
    const { here, own, other } = await someone()
    expect((await here('/api/logout', sameOrigin)).status).toBe(303)
    expect((await withToken(own)).status).toBe(401)
    expect((await withToken(other)).status).toBe(200)
  })

  it("when that one is ended from the list of one's sessions", async () => {
    const { here, there, own, other } = await someone()
    const list = (await (await there('/api/auth/sessions')).json()) as OwnSession[]
    const first = list.find(({ kind, isCurrent }) => kind === 'browser' && !isCurrent)
    expect((await there(`/api/auth/sessions/${first?.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await here('/api/auth/user')).status).toBe(401)
    expect((await withToken(own)).status).toBe(401)
    expect((await withToken(other)).status).toBe(200)
  })

  it('when the provider says that it ended, as a refresh does', async () => {
    const { here, own, other, subject } = await someone()
    await admin().endSessions(subject)
    await eventually(async () =>
      expect([(await withToken(own)).status, (await withToken(other)).status]).toEqual([401, 401]),
    )
    expect((await here('/api/auth/user')).status).toBe(401)
  })

  it('when the person chooses a new password, also if the session is long gone', async () => {
    const { own, other, subject } = await someone()
    await forgetSessions(subject)
    const { url } = await admin().issueOneTimeLogin(subject)
    const page = await openPage(portal.browser(), new URL(url))
    expect((await page.submit({ password: 'nine-loud-mountains' })).status).toBe(200)
    await eventually(async () =>
      expect([(await withToken(own)).status, (await withToken(other)).status]).toEqual([401, 401]),
    )
  })

  it('at every replica, not only where it ended', async () => {
    const { here, own } = await someone()
    await using replica = await portal.startReplica()
    const send = replicaBrowser(portal.browser(), portal.port)
    const atReplica = () => send(replica, '/api/documents', { headers: { authorization: `Bearer ${own}` } })
    expect((await atReplica()).status).toBe(200)
    await here('/api/logout', sameOrigin)
    await eventually(async () => expect((await atReplica()).status).toBe(401))
  })

  it('and none is minted by one that ended, though it is still remembered here', async () => {
    const { here, subject } = await someone()
    await forgetSessions(subject)
    const response = await here('/api/auth/token', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    })
    expect(response.status).toBe(401)
  })
})

it('switched off by configuration, tokens open nothing and none are minted', async () => {
  await using closed = await startGatewayUnderTest({ AUTH_TOKEN: 'off' })
  await closed.addPerson('ada')
  const browser = await closed.signIn('ada')
  const response = await browser('/api/auth/token', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(404)
})

it('an expired token is no longer open, so the event streams that it opened end', async () => {
  const seal = createSeal([gatewaySecret], 'signing keys')
  const tokens = new AuthTokens(portal.database, await loadSigningKeys(portal.database, seal, 'auth-token'))
  const { id } = await mint(ada)
  expect(await tokens.openAmong([id])).toEqual([id])
  await portal.database.platformTx((db) =>
    db.execute(`update auth_tokens set expires_at = now() - interval '1 second'`),
  )
  expect(await tokens.openAmong([id])).toEqual([])
})
