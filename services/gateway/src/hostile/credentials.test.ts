import { passportHeader } from '@portal/contracts/passport'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatewaySecret, password } from '../../test/gateway-under-test.ts'
import {
  type HostilePortal,
  mintToken,
  secretOf,
  settle,
  startHostilePortal,
} from '../../test/hostile-portal.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { forgeTokens } from '../../test/token-forge.ts'
import { createSeal } from '../secrets/seal.ts'

// Hostile inputs of authentication (reliability.md): what somebody may send as a credential. Each
// gets 4xx with a stable code.

let hostile: HostilePortal
let tokens: Awaited<ReturnType<typeof forgeTokens>>
let idToken = ''
let aheadMs = 0

beforeAll(async () => {
  hostile = await startHostilePortal(() => Date.now() + aheadMs)
  const { portal, victim } = hostile
  const { id } = await mintToken(victim)
  tokens = await forgeTokens(portal, { personId: 'person-victim', id })
  const [row] = await portal.database.platformTx((db) =>
    db.execute<{ sealed: string }>(
      `select sealed_id_token as sealed from sessions where person_id = 'person-victim'`,
    ),
  )
  idToken = createSeal([gatewaySecret], 'sessions').open(row?.sealed ?? '') ?? ''
})
afterAll(() => hostile[Symbol.asyncDispose]())

const nobody = () => hostile.portal.browser()
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function expectRefused(response: Response, code: string): Promise<void> {
  expect(response.status).toBe(401)
  expect(await response.clone().json()).toMatchObject({
    code,
    message: expect.stringContaining('Unauthorized'),
  })
  await settle(hostile, nobody(), response)
}

describe('a bearer token that is good but for one thing', () => {
  it('is let in when it is good', async () => {
    const response = await nobody()('/api/documents', { headers: bearer(tokens.good) })
    expect(await response.json()).toEqual({ secret: secretOf('person-victim') })
  })

  // The names of the table; its tokens are signed with keys that exist only once the gateway runs.
  const names = [
    ...['alg none', 'alg None', 'alg none with the signature of a good one', 'no signature'],
    ...['HS256 signed with the public key as PEM', 'HS256 signed with the public key as JWK'],
    ...['a key of its own in the header (jwk)', 'a key address of its own (jku)'],
    ...['a certificate address of its own (x5u)', 'a key id that is a path'],
    ...['a critical header that nobody knows', 'the key of passports', 'another audience'],
    ...['another audience beside ours, and another issuer', 'another type', 'exp as text'],
    ...['exp as the text of a number', 'no exp', 'exp in the past', 'an id that was never minted'],
    ...['an id that is no id', 'another person under the id', 'another person under the same signature'],
    ...['a list as person', 'five parts, as an encrypted token has', 'no token at all', 'more than 4 KB'],
  ] as const satisfies (keyof Awaited<ReturnType<typeof forgeTokens>>)[]

  it.each(names)('%s: 401 unauthorized', async (name) => {
    await expectRefused(await nobody()('/api/documents', { headers: bearer(tokens[name]) }), 'unauthorized')
  })

  it('no forgery is left out of the table, and none has spoilt the good one', async () => {
    expect(Object.keys(tokens).filter((name) => name !== 'good')).toEqual(names)
    expect((await nobody()('/api/documents', { headers: bearer(tokens.good) })).status).toBe(200)
  })
})

describe('a good bearer token alone', () => {
  const id = '0190b6c1-0000-7000-8000-000000000001'
  it.each([
    ['PATCH', `/api/documents/${id}`, { visibleTo: [] }],
    ['POST', `/api/approvals/${id}/delegate`, { delegateUserId: 'mallory' }],
    ['PUT', '/api/approvals/absence', { delegateUserId: 'mallory', until: '2999-01-01' }],
    ['POST', '/api/approval-rules', { departmentId: null, stages: [], mayAuthorDecide: true }],
    ['PUT', `/api/approval-rules/${id}`, { stages: [], mayAuthorDecide: true }],
  ])('%s %s gives nobody access or a say: 403', async (method, path, body) => {
    const headers = { ...bearer(tokens.good), 'content-type': 'application/json' }
    const response = await nobody()(path, { method, headers, body: JSON.stringify(body) })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ code: 'forbidden' })
  })
})

describe('a credential in the wrong place', () => {
  const cookieOf = (browser: CookieFetch) => browser.cookiesFor('/').get('__Host-portal_session') ?? ''
  const cookie = (text: string) => ({ headers: { cookie: text } })
  const planted = `__Host-portal_session=${'a'.repeat(43)}`
  const real = () => `portal_session=${cookieOf(hostile.victim)}`
  const rows: Readonly<Record<string, () => RequestInit & { readonly path?: string }>> = {
    'the ID token as access token': () => ({ headers: bearer(idToken) }),
    'the session id as bearer token': () => ({ headers: bearer(cookieOf(hostile.victim)) }),
    'a bearer token as session id': () => cookie(`__Host-portal_session=${tokens.good}`),
    'a made-up session id': () => cookie(planted),
    'a made-up session id before the real one': () => cookie(`${planted}; __Host-${real()}`),
    'the session id without the prefix of its cookie': () => cookie(real()),
    'a token in the address of a call': () => ({ path: `/api/documents?auth_token=${tokens.good}` }),
    'a token twice in the address of a call': () => ({
      path: `/api/documents?auth_token=${tokens.good}&auth_token=${tokens.good}`,
    }),
    'the victim named by headers': () => ({
      headers: {
        [passportHeader]: tokens.good,
        'x-forwarded-user': 'person-victim',
        'x-user-id': 'person-victim',
        'x-remote-user': 'person-victim',
      },
    }),
    'basic authorization': () => ({
      headers: { authorization: `Basic ${Buffer.from(`victim:${password}`).toString('base64')}` },
    }),
  }

  it.each(Object.keys(rows))('%s: 401 unauthorized', async (name) => {
    const { path = '/api/documents', ...init } = rows[name]?.() ?? {}
    await expectRefused(await nobody()(path, init), 'unauthorized')
  })

  it("headers that name the victim beside mallory's own session change nothing", async () => {
    const response = await hostile.mallory('/api/documents', { headers: { [passportHeader]: tokens.good } })
    expect(await response.json()).toEqual({ secret: secretOf('person-mallory') })
  })

  it.each(['/api/documents', '/api/session', '/api/auth/user', '/api/auth/sessions', '/api/events'])(
    'cookie and bearer of different people at %s: 401 credential_conflict',
    async (path) => {
      await expectRefused(
        await hostile.mallory(path, { headers: bearer(tokens.good) }),
        'credential_conflict',
      )
    },
  )

  const long = `a.${'b'.repeat(1_000_000)}.c`
  it.each([
    ['an address with a token of 1 MB', `GET /?auth_token=${long} HTTP/1.1\r\n`],
    ['a bearer token of 1 MB', `GET /api/documents HTTP/1.1\r\nauthorization: Bearer ${long}\r\n`],
  ])('%s: 431 invalid_request', async (_, head) => {
    const { port } = hostile.portal
    const response = await rawRequest(port, `${head}host: 127.0.0.1:${port}\r\n\r\n`)
    expect(response).toMatch(/^HTTP\/1\.1 431 /)
    expect(response).toContain('"code":"invalid_request"')
  })
})

describe('the token of somebody whose access has ended', () => {
  const become = (username: string, facts: object) => {
    const { people } = hostile.portal.team
    const person = people.get(username)
    if (person) people.set(username, { ...person, ...facts })
  }
  const changes: Readonly<Record<string, (username: string) => void>> = {
    deleted: (username) => void hostile.portal.team.people.delete(username),
    disabled: (username) => become(username, { isDisabled: true }),
    'removed from the organization': (username) =>
      become(username, { sessionsValidFrom: new Date().toISOString() }),
    'made an operator': (username) => become(username, { isMasterAdmin: true }),
  }

  it.each(Object.keys(changes))('%s: 401 unauthorized within five seconds', async (name) => {
    const username = `leaver-${crypto.randomUUID()}`
    await hostile.portal.addPerson(username)
    const { token } = await mintToken(await hostile.portal.signIn(username))
    const use = () => nobody()('/api/documents', { headers: bearer(token) })
    expect((await use()).status).toBe(200)
    changes[name]?.(username)
    aheadMs += 5000
    await expectRefused(await use(), 'unauthorized')
  })
})
