import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import { openPage } from '@portal/testkit/identity/login-page'
import { walkSignIn } from '@portal/testkit/sign-in'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { type GatewayUnderTest, password, startGatewayUnderTest } from '../../test/gateway-under-test.ts'

let portal: GatewayUnderTest

beforeAll(async () => {
  portal = await startGatewayUnderTest()
  await portal.addPerson('ada')
  await portal.addPerson('grace', { isDisabled: true })
})
afterAll(() => portal[Symbol.asyncDispose]())

const credentials = (username: string) => ({ username, password })
const isBack = (url: URL) => !/^\/(api|oidc)\//.test(url.pathname)
const toCallback = (username: string) => ({
  start: new URL('/api/login', portal.origin),
  answers: credentials(username),
  isArrived: (url: URL) => url.pathname === '/api/callback',
})
const sessionCookie = (setCookies: string[]) =>
  setCookies.find((line) => line.startsWith('__Host-portal_session='))

async function personOf(browser: (path: string) => Promise<Response>): Promise<string | null> {
  const session = (await (await browser('/api/session')).json()) as { person: { id: string } | null }
  return session.person?.id ?? null
}

it('a person logs in, comes back to the wanted address, and the session names them', async () => {
  const browser = portal.browser()
  const start = new URL('/api/login?returnTo=/documents%3Fdepartment%3D3', portal.origin)
  const end = await walkSignIn(browser, { start, answers: credentials('ada'), isArrived: isBack })
  expect(`${end.pathname}${end.search}`).toBe('/documents?department=3')
  const session = await (await browser('/api/session')).json()
  expect(session).toMatchObject({ person: { id: 'person-ada' }, organization: { id: 7 }, role: 'admin' })
})

it('the session cookie is for this origin only, unreadable to scripts, and the hint says nothing', async () => {
  const browser = portal.browser()
  const callback = await walkSignIn(browser, toCallback('ada'))
  const answer = await browser(callback)
  const cookies = answer.headers.getSetCookie()
  const session = sessionCookie(cookies) ?? ''
  expect(session).toMatch(
    /^__Host-portal_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect(cookies).toContain('portal_hint=1; Max-Age=43200; Path=/; Secure; SameSite=Lax')
})

it('what the database holds of a session opens nothing', async () => {
  const browser = await portal.signIn('ada')
  const value = browser.cookiesFor('/').get('__Host-portal_session') ?? ''
  const rows = await portal.database.platformTx((db) => db.execute('select * from sessions'))
  const stored = JSON.stringify(rows)
  expect(value).toHaveLength(43)
  expect(stored).not.toContain(value)
  expect(stored).not.toMatch(/eyJ[\w-]+\.eyJ/)
})

it('a new login makes a new session id and ends the old one', async () => {
  const browser = await portal.signIn('ada')
  const first = browser.cookiesFor('/').get('__Host-portal_session')
  const pending = await walkSignIn(portal.browser(), toCallback('ada'))
  expect(pending.searchParams.has('code')).toBe(true)
  const again = portal.browser()
  const callback = await walkSignIn(again, toCallback('ada'))
  const answer = await fetch(callback, {
    redirect: 'manual',
    headers: {
      cookie: [...again.cookiesFor('/'), ['__Host-portal_session', first]]
        .map((pair) => pair.join('='))
        .join('; '),
    },
  })
  const second = sessionCookie(answer.headers.getSetCookie())
  expect(second).toBeDefined()
  expect(second).not.toContain(first)
  await eventually(async () => expect(await personOf(browser)).toBeNull())
})

it('two tabs that log in at the same time both arrive', async () => {
  const browser = portal.browser()
  const begin = async (returnTo: string) => {
    const response = await browser(`/api/login?returnTo=${returnTo}`)
    return new URL(response.headers.get('location') ?? '')
  }
  const [one, two] = [await begin('/chat'), await begin('/documents')]
  expect(
    (await walkSignIn(browser, { start: one, answers: credentials('ada'), isArrived: isBack })).pathname,
  ).toBe('/chat')
  expect(
    (await walkSignIn(browser, { start: two, answers: credentials('ada'), isArrived: isBack })).pathname,
  ).toBe('/documents')
})

it('a callback works once', async () => {
  const browser = portal.browser()
  const callback = await walkSignIn(browser, toCallback('ada'))
  const cookies = [...browser.cookiesFor('/')].map((pair) => pair.join('=')).join('; ')
  expect((await browser(callback)).status).toBe(303)
  const replayed = await fetch(callback, { redirect: 'manual', headers: { cookie: cookies } })
  expect(replayed.status).toBe(400)
  expect(sessionCookie(replayed.headers.getSetCookie())).toBeUndefined()
})

it('a forged login cookie is no login', async () => {
  const browser = portal.browser()
  const location = (await browser('/api/login')).headers.get('location') ?? ''
  const state = new URL(location).searchParams.get('state')
  const [name, value] =
    [...browser.cookiesFor('/')].find(([cookie]) => cookie.startsWith('__Host-portal_login')) ?? []
  const forged = `${value?.slice(0, -2)}AA`
  const answer = await fetch(`${portal.origin}/api/callback?state=${state}&code=x`, {
    headers: { cookie: `${name}=${forged}` },
  })
  expect(answer.status).toBe(400)
})

it('login uses the code flow with PKCE, state and nonce', async () => {
  const location = new URL((await portal.browser()('/api/login')).headers.get('location') ?? '')
  expect(location.origin + location.pathname).toBe(`${portal.origin}/oidc/auth`)
  expect(location.searchParams.get('response_type')).toBe('code')
  expect(location.searchParams.get('code_challenge_method')).toBe('S256')
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(location.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
})

it('an operator without organization begins in Master Admin, unless another address was wanted', async () => {
  await portal.addPerson('olga', { isMasterAdmin: true, organization: null, role: null, departments: [] })
  const arrive = async (path: string) => {
    const start = new URL(path, portal.origin)
    return (await walkSignIn(portal.browser(), { start, answers: credentials('olga'), isArrived: isBack }))
      .pathname
  }
  expect(await arrive('/api/login')).toBe('/master-admin')
  expect(await arrive('/api/login?returnTo=/sessions')).toBe('/sessions')
})

it('from an invitation the login page has its address, and registering takes that one and sends no mail', async () => {
  const email = `zoe-${crypto.randomUUID()}@example.com`
  portal.team.invited.email = email
  const browser = portal.browser()
  const begun = await browser('/api/login?returnTo=/invitation/a.b.c')
  const authorize = new URL(begun.headers.get('location') ?? '')
  expect(authorize.searchParams.get('login_hint')).toBe(email)
  const login = await browser(authorize)
  const address = new URL(login.headers.get('location') ?? '', portal.origin)
  expect(await (await browser(address)).text()).toContain(`value="${email}"`)
  const form = await openPage(browser, new URL(`${address.pathname}/register`, portal.origin))
  expect(form.text).toMatch(new RegExp(`value="${email}"[^>]* readonly`))
  const answers = { firstName: 'Zoë', lastName: 'Lind', email: 'other@example.com', password }
  expect((await form.submit(answers)).status).toBe(303)
  const admin = openIdentityAdmin(portal.provider.adminUrl)
  expect(await admin.findSubject('other@example.com')).toBeNull()
  const subject = await admin.findSubject(email)
  expect(await admin.readAddress(subject ?? '')).toEqual({ email, isVerified: false })
  portal.team.invited.email = null
})

it('a disabled person gets an explanation and no session', async () => {
  const browser = portal.browser()
  const callback = await walkSignIn(browser, toCallback('grace'))
  const answer = await browser(callback)
  expect(answer.status).toBe(403)
  expect(await answer.text()).toContain('disabled')
  expect(await personOf(browser)).toBeNull()
})

it('a person who is disabled while logged in loses the session', async () => {
  const person = await portal.addPerson('mary')
  const browser = await portal.signIn('mary')
  expect(await personOf(browser)).toBe('person-mary')
  portal.team.people.set('mary', { ...person, isDisabled: true })
  await eventually(async () => expect(await personOf(browser)).toBeNull())
  portal.team.people.set('mary', person)
  expect(await personOf(browser)).toBeNull()
})

it('begun logins do not pile up in the browser', async () => {
  const browser = portal.browser()
  for (let attempt = 0; attempt < 9; attempt += 1) await browser('/api/login')
  const pending = [...browser.cookiesFor('/').keys()].filter((name) => name.startsWith('__Host-portal_login'))
  expect(pending.length).toBeLessThanOrEqual(4)
})

it("the portal's cookies stay out of the identity provider, and its own pages carry no CORS headers", async () => {
  const answer = await portal.browser()('/oidc/.well-known/openid-configuration')
  expect(answer.status).toBe(200)
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})
