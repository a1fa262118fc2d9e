import type { EventEnvelope } from '@portal/contracts/events'
import type { AuthToken, OwnSession } from '@portal/contracts/gateway'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { walkSignIn } from '@portal/testkit/sign-in'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'

let portal: GatewayUnderTest
let drawn = 0

beforeAll(async () => {
  portal = await startGatewayUnderTest({ RATE_TOKEN: '60/60', RATE_LOGIN: '600/600' })
})
afterAll(() => portal[Symbol.asyncDispose]())

/** Somebody with a session and a token. */
async function someone() {
  drawn += 1
  const username = `person-${drawn}`
  const person = await portal.addPerson(username)
  const browser = await portal.signIn(username)
  const token = await mint(browser)
  /** What team says of them from now on. */
  const become = (facts: Partial<typeof person>) => portal.team.people.set(username, { ...person, ...facts })
  return { username, person, browser, token, become }
}

const own = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

async function mint(browser: CookieFetch): Promise<string> {
  const response = await browser('/api/auth/token', { method: 'POST', body: '{}', headers: own })
  return ((await response.json()) as AuthToken).token
}

const isSignedIn = async (browser: CookieFetch) => (await browser('/api/auth/user')).status === 200
const bearerStatus = async (token: string) =>
  (await fetch(`${portal.origin}/api/auth/user`, { headers: { authorization: `Bearer ${token}` } })).status
const listed = async (browser: CookieFetch) =>
  (await (await browser('/api/auth/sessions')).json()) as OwnSession[]

/** How many sessions and tokens of a person the gateway would still honour. */
async function rowsOf(personId: string): Promise<number> {
  const [row] = await portal.database.platformTx((db) =>
    db.execute<{ count: string }>(
      `select (select count(*) from sessions where person_id = '${personId}')
            + (select count(*) from auth_tokens where person_id = '${personId}' and not is_revoked) as count`,
    ),
  )
  return Number(row?.count)
}

const publish = (type: string, data: EventEnvelope['data']) =>
  portal.bus.publish('team', [
    {
      specversion: '1.0',
      id: crypto.randomUUID(),
      source: 'team',
      type,
      dataversion: 1,
      subject: String(data.userId),
      time: new Date().toISOString(),
      organizationid: 7,
      partitionkey: `7/${data.userId}`,
      audience: { organizationId: 7 },
      data,
    },
  ])

it('sessions and tokens from before a removal are refused with the next request, and their rows are gone', async () => {
  const { person, browser, token, become } = await someone()
  expect([await isSignedIn(browser), await bearerStatus(token)]).toEqual([true, 200])
  become({ organization: null, role: null, sessionsValidFrom: new Date().toISOString() })
  // Without an event: what the gateway remembers of people is five seconds old at most.
  await eventually(async () => expect(await isSignedIn(browser)).toBe(false))
  expect(await bearerStatus(token)).toBe(401)
  expect(await rowsOf(person.personId)).toBe(0)
})

it('a token alone is refused likewise, and takes the session with it', async () => {
  const { person, token, become } = await someone()
  become({ sessionsValidFrom: new Date().toISOString() })
  await eventually(async () => expect(await bearerStatus(token)).toBe(401))
  expect(await rowsOf(person.personId)).toBe(0)
})

it.each([
  ['member.removed', { role: 'admin' }, { organization: null, role: null }],
  ['person.changed', { isDisabled: true }, { isDisabled: true }],
])('%s ends everything that the person has open, before they ask again', async (type, data, facts) => {
  const { person, become } = await someone()
  const stays = await someone()
  expect(await rowsOf(person.personId)).toBe(2)
  become({ ...facts, sessionsValidFrom: new Date().toISOString() })
  await publish(type, { userId: person.personId, ...data })
  await eventually(async () => expect(await rowsOf(person.personId)).toBe(0))
  expect(await rowsOf(stays.person.personId)).toBe(2)
})

it('a change of a name ends nothing', async () => {
  const { person, browser } = await someone()
  await publish('person.changed', { userId: person.personId, isDisabled: false })
  expect(await isSignedIn(browser)).toBe(true)
  expect(await rowsOf(person.personId)).toBe(2)
})

it('who logs in again after a removal has a session that stands, and only that one is listed', async () => {
  const { username, person, browser, become } = await someone()
  // Team's clock is ahead of the gateway's.
  become({ organization: null, role: null, sessionsValidFrom: new Date(Date.now() + 2000).toISOString() })
  const again = await portal.signIn(username)
  expect(await isSignedIn(again)).toBe(true)
  expect(await listed(again)).toMatchObject([{ kind: 'browser', isCurrent: true }])
  await eventually(async () => expect(await isSignedIn(browser)).toBe(false))
  expect(await isSignedIn(again)).toBe(true)
  expect(await rowsOf(person.personId)).toBe(1)
})

it('the open stream of a removed person is closed, and says why', async () => {
  const { person, browser, become } = await someone()
  const stream = await browser('/api/events')
  const text = stream.text()
  become({ organization: null, role: null, sessionsValidFrom: new Date().toISOString() })
  await publish('member.removed', { userId: person.personId, role: 'admin' })
  expect(await text).toContain('event: session-ended')
})

it('a role, an organization and a flag are those of now, not those of the login', async () => {
  const { browser, become } = await someone()
  const session = async () => (await browser('/api/session')).json()
  expect(await session()).toMatchObject({ role: 'admin', organization: { id: 7 }, isMasterAdmin: false })
  become({ role: 'team_member', organization: { id: 8, name: 'Other' }, isMasterAdmin: true })
  await eventually(async () =>
    expect(await session()).toMatchObject({
      role: 'team_member',
      organization: { id: 8 },
      isMasterAdmin: true,
    }),
  )
})

/** Whether the provider asks this browser for the password. */
async function isAskedForPassword(browser: CookieFetch): Promise<boolean> {
  const end = await walkSignIn(browser, {
    start: new URL('/api/login', portal.origin),
    answers: {},
    isArrived: ({ pathname }) => pathname.startsWith('/oidc/interaction/') || !pathname.startsWith('/oidc/'),
  })
  return end.pathname.startsWith('/oidc/interaction/')
}

it('a browser that was logged out from elsewhere needs the password again', async () => {
  const { username, browser: here } = await someone()
  const there = await portal.signIn(username)
  const other = (await listed(here)).find(({ kind, isCurrent }) => kind === 'browser' && !isCurrent)
  expect(await here(`/api/auth/sessions/${other?.id}`, { method: 'DELETE', headers: own })).toMatchObject({
    status: 204,
  })
  expect(await isSignedIn(there)).toBe(false)
  expect(await isAskedForPassword(there)).toBe(true)
  expect(await isSignedIn(here)).toBe(true)
})

it('logging out everywhere else asks every other browser for the password, and not this one', async () => {
  const { username, browser: here } = await someone()
  const there = await portal.signIn(username)
  await here('/api/auth/sessions', { method: 'DELETE', headers: own })
  expect(await isAskedForPassword(there)).toBe(true)
  expect(await isSignedIn(here)).toBe(true)
})

it('of however many sessions of a person the others end, here and at the provider, and this one stays', async () => {
  const { username, person, browser: here } = await someone()
  const there = await portal.signIn(username)
  const many = 500
  // Each used later than the two browsers' own.
  await portal.database.platformTx((db) =>
    db.execute(`insert into sessions (digest, id, person_id, issuer, subject, user_agent, created_at,
        last_seen_at, expires_at, refresh_at)
      select 'digest ' || n, gen_random_uuid(), '${person.personId}', 'issuer', 'subject', '', now(),
        now() + interval '1 minute', now() + interval '1 hour', now() + interval '1 hour'
      from generate_series(1, ${many}) n`),
  )
  const browsers = (await listed(here)).filter(({ kind }) => kind === 'browser')
  expect(browsers).toHaveLength(many + 2)
  await here('/api/auth/sessions', { method: 'DELETE', headers: own })
  expect(await isSignedIn(here)).toBe(true)
  expect(await rowsOf(person.personId)).toBe(1)
  expect(await isAskedForPassword(there)).toBe(true)
})

it("revoker one of two sessions that rest on one of the provider leaves the other's alone", async () => {
  const { person, browser } = await someone()
  const [first] = await listed(browser)
  // The same person at the same provider, in a browser that lost the portal's cookie.
  const forgetful = portal.browser()
  const login = await forgetful('/api/login')
  const atProvider = await browser(login.headers.get('location') ?? '')
  await forgetful(atProvider.headers.get('location') ?? '')
  expect(await listed(forgetful)).toHaveLength(3)
  await forgetful(`/api/auth/sessions/${first?.id}`, { method: 'DELETE', headers: own })
  expect(await isSignedIn(browser)).toBe(false)
  const before = await storedToken(person.personId)
  await portal.database.platformTx((db) =>
    db.execute(`update sessions set refresh_at = now() - interval '1 hour'`),
  )
  await portal.restart()
  expect(await isSignedIn(forgetful)).toBe(true)
  await eventually(async () => expect(await storedToken(person.personId)).not.toBe(before))
  expect(await isSignedIn(forgetful)).toBe(true)
})

async function storedToken(personId: string): Promise<string | undefined> {
  const [row] = await portal.database.platformTx((db) =>
    db.execute<{ sealed_refresh_token: string }>(
      `select sealed_refresh_token from sessions where person_id = '${personId}'`,
    ),
  )
  return row?.sealed_refresh_token
}
