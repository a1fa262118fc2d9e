import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import { walkSignIn } from '@portal/testkit/sign-in'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'

let portal: GatewayUnderTest

beforeAll(async () => {
  portal = await startGatewayUnderTest()
  await portal.addPerson('ada')
  await portal.addPerson('grace')
})
afterAll(() => portal[Symbol.asyncDispose]())

type Browser = Awaited<ReturnType<GatewayUnderTest['signIn']>>
const isSignedIn = async (browser: Browser) => (await browser('/api/auth/user')).status === 200
const sameOrigin = { headers: { 'sec-fetch-site': 'same-origin' } }
const sameOriginJson = { headers: { ...sameOrigin.headers, 'content-type': 'application/json' } }

it('logout ends the session here and at the provider: the next login asks for the password', async () => {
  const browser = await portal.signIn('ada')
  const response = await browser('/api/logout', sameOrigin)
  expect(response.status).toBe(303)
  expect(browser.cookiesFor('/').has('__Host-portal_session')).toBe(false)
  expect(browser.cookiesFor('/').has('portal_hint')).toBe(false)
  const atProvider = new URL(response.headers.get('location') ?? '')
  expect(atProvider.pathname).toBe('/oidc/session/end')
  const end = await walkSignIn(browser, { start: atProvider, answers: {} })
  expect(end.pathname).toBe('/')
  expect(await isSignedIn(browser)).toBe(false)
  const login = await walkSignIn(browser, {
    start: new URL('/api/login', portal.origin),
    answers: {},
    isArrived: (url) => url.pathname.startsWith('/oidc/interaction/'),
  })
  expect(login.pathname).toMatch(/^\/oidc\/interaction\//)
})

it('typing the logout address logs out', async () => {
  const browser = await portal.signIn('ada')
  await browser('/api/logout', { headers: { 'sec-fetch-site': 'none' } })
  expect(await isSignedIn(browser)).toBe(false)
})

it('the question is answered by a form of our own; a form of another site is refused', async () => {
  const browser = await portal.signIn('ada')
  const foreign = await browser('/api/logout', {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
  })
  expect(foreign.status).toBe(403)
  expect(await isSignedIn(browser)).toBe(true)
  await browser('/api/logout', { method: 'POST', ...sameOrigin })
  expect(await isSignedIn(browser)).toBe(false)
})

it('when the provider ends the sessions of a person, theirs end here and no others', async () => {
  const [one, two, other] = [
    await portal.signIn('ada'),
    await portal.signIn('ada'),
    await portal.signIn('grace'),
  ]
  const admin = openIdentityAdmin(portal.provider.adminUrl)
  await admin.endSessions((await admin.findSubject('ada')) ?? '')
  await eventually(async () => expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, false]))
  expect(await isSignedIn(other)).toBe(true)
})

it('when the provider says late that it has ended the sessions of a person, a newer one goes on, and its tokens', async () => {
  const [before, after] = [await portal.signIn('ada'), await portal.signIn('ada')]
  const answer = await after('/api/auth/token', { method: 'POST', body: '{}', ...sameOriginJson })
  const { token } = (await answer.json()) as { readonly token: string }
  const newest = 'select id from sessions order by created_at desc limit 1'
  await portal.database.platformTx(async (db) => {
    const later = `set issued_at = issued_at + interval '1 minute'`
    await db.execute(`update sessions ${later} where id = (${newest})`)
    await db.execute(`update auth_tokens ${later} where session_id = (${newest})`)
  })
  const admin = openIdentityAdmin(portal.provider.adminUrl)
  await admin.endSessions((await admin.findSubject('ada')) ?? '')
  await eventually(async () => expect(await isSignedIn(before)).toBe(false))
  expect(await isSignedIn(after)).toBe(true)
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${portal.origin}/api/auth/user`, { headers })).status).toBe(200)
})

it('an account that is disabled at the provider loses its portal session with the next refresh', async () => {
  await portal.addPerson('mary')
  const browser = await portal.signIn('mary')
  await portal.database.platformTx((db) =>
    db.execute(`update sessions set refresh_at = now() - interval '1 hour'`),
  )
  await portal.restart()
  const admin = openIdentityAdmin(portal.provider.adminUrl)
  await admin.disable((await admin.findSubject('mary')) ?? '')
  await eventually(async () => expect(await isSignedIn(browser)).toBe(false))
})

it('the internal port takes logout tokens as the public one does: those of the provider alone', async () => {
  const address = `${portal.gateway.internalUrl}/api/backchannel-logout`
  const body = new URLSearchParams({ logout_token: 'a.b.c' })
  const refused = await fetch(address, { method: 'POST', body })
  expect([refused.status, await refused.json()]).toEqual([400, { error: 'invalid_request' }])
  expect((await fetch(`${portal.gateway.internalUrl}/api/logout`, { method: 'POST' })).status).toBe(404)
})

it('an address that sends logout tokens without end is told to wait; on the internal port the provider never is', async () => {
  await portal.restart({ RATE_ADDRESS: '1/5' })
  const send = (origin: string) =>
    fetch(`${origin}/api/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: 'a.b.c' }),
    })
  const [first = [], inside = []] = await Promise.all(
    [portal.origin, portal.gateway.internalUrl].map((origin) =>
      Promise.all(Array.from({ length: 7 }, () => send(origin))),
    ),
  )
  const statuses = first.map(({ status }) => status).sort()
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  expect(first.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(inside.map(({ status }) => status)).toEqual(Array(7).fill(400))
})
