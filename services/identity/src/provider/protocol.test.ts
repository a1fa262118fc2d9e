import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { type RelyingParty, relyingParty } from '@portal/testkit/identity/relying-party'
import { testGateway } from '@portal/testkit/identity/test-gateway'
import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '@portal/testkit/identity/test-identity-provider'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'

let portal: TestIdentityProvider
let gateway: RelyingParty
let browserClient: RelyingParty
let subject: string

const person = { username: 'jonas', password: 'seven-quiet-harbours' }

beforeAll(async () => {
  portal = await startTestIdentityProvider()
  gateway = await testGateway(portal)
  browserClient = await relyingParty({
    issuer: portal.issuer,
    clientId: 'portal-web',
    clientSecret: null,
    redirectUri: `${portal.origin}/silent-check.html`,
  })
  const admin = openIdentityAdmin(portal.provider.adminUrl)
  ;({ subject } = await admin.createAccount({ ...person, email: 'jonas@halden.example' }))
})

afterAll(async () => portal[Symbol.asyncDispose]())

/** Where a request of a code flow redirects to. */
async function redirectOf(browser: CookieFetch, url: URL): Promise<URL> {
  const response = await browser(url)
  return new URL(response.headers.get('location') ?? 'about:blank', url)
}

it('discovery names the public addresses, whatever host or forwarding headers a visitor sends', async () => {
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    origin: 'https://evil.example',
  }
  const response = await fetch(`${portal.issuer}/.well-known/openid-configuration`, { headers })
  const metadata = JSON.stringify(await response.json())
  expect(metadata).toContain(`"issuer":"${portal.issuer}"`)
  expect(metadata).not.toContain('evil')
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

it('a silent check that fails ends in the frame that asked; no other page may be framed', async () => {
  const flow = await browserClient.begin({ prompt: 'none' })
  const policyOf = async (prompt: string | null) => {
    const url = new URL(flow.url)
    url.searchParams.set('redirect_uri', 'https://evil.example/')
    if (prompt === null) url.searchParams.delete('prompt')
    const response = await fetch(url, { headers: { accept: 'text/html' } })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('not valid')])
    return response.headers.get('content-security-policy')
  }
  expect(await policyOf('none')).toContain(";frame-ancestors 'self';")
  expect(await policyOf(null)).toContain(";frame-ancestors 'none';")
})

it('the silent check says login_required without a session and gives the browser a JWT with one', async () => {
  const browser = browserClient.newBrowser()
  const before = await browserClient.begin({ prompt: 'none' })
  expect((await redirectOf(browser, before.url)).searchParams.get('error')).toBe('login_required')

  await gateway.signIn(browser, person)
  const flow = await browserClient.begin({ prompt: 'none' })
  const tokens = await flow.finish(await redirectOf(browser, flow.url))
  expect(tokens.refresh_token).toBeUndefined()
  expect(decodeJwt(tokens.id_token ?? '').sub).toBe(subject)
  const keys = createRemoteJWKSet(new URL(`${portal.issuer}/jwks`))
  const { payload } = await jwtVerify(tokens.access_token, keys, {
    issuer: portal.issuer,
    audience: portal.issuer,
  })
  expect(payload.sub).toBe(subject)
})

it('a signed-in browser needs no second password for the gateway', async () => {
  const browser = gateway.newBrowser()
  await gateway.signIn(browser, person)
  const flow = await gateway.begin()
  const tokens = await flow.finish(await redirectOf(browser, flow.url))
  const claims = await gateway.userInfo(tokens.access_token, subject)
  expect(claims.preferred_username).toBe('jonas')
})

it.each([
  ['an unregistered address', { redirect_uri: 'https://evil.example/api/callback' }],
  ['another path of the same origin', { redirect_uri: 'PORTAL/elsewhere' }],
  ['a path that normalises to the registered one', { redirect_uri: 'PORTAL/api/../api/callback' }],
  ['the registered address with a user in front', { redirect_uri: 'http://evil@127.0.0.1/api/callback' }],
  ['a script', { redirect_uri: 'javascript:alert(1)' }],
  ['an unknown client', { client_id: 'somebody-else' }],
])('%s is refused with a page and no redirect', async (_what, parameters) => {
  const { url } = await gateway.begin()
  for (const [name, value] of Object.entries(parameters)) {
    url.searchParams.set(name, value.replace('PORTAL', portal.origin))
  }
  const response = await gateway.newBrowser()(url)
  expect(response.status).toBe(400)
  expect(response.headers.get('location')).toBeNull()
  expect(await response.text()).toContain('This login request is not valid')
})

it.each(['code_challenge', 'code_challenge_method'])('a request without %s is refused', async (missing) => {
  const { url } = await gateway.begin()
  url.searchParams.delete(missing)
  const back = await redirectOf(gateway.newBrowser(), url)
  expect(back.searchParams.get('error')).toBe('invalid_request')
})

it('a code works once, and using it again ends what it gave', async () => {
  const browser = gateway.newBrowser()
  await gateway.signIn(browser, person)
  const flow = await gateway.begin()
  const callback = await redirectOf(browser, flow.url)
  const tokens = await flow.finish(callback)
  await expect(flow.finish(callback)).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(gateway.refresh(tokens)).rejects.toMatchObject({ error: 'invalid_grant' })
})

it('refresh tokens rotate, and an old one used again ends the whole chain', async () => {
  const first = await gateway.signIn(gateway.newBrowser(), person)
  const second = await gateway.refresh(first)
  expect(second.refresh_token).not.toBe(first.refresh_token)
  const third = await gateway.refresh(second)
  await expect(gateway.refresh(first)).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(gateway.refresh(third)).rejects.toMatchObject({ error: 'invalid_grant' })
})

it('of ten parallel refreshes with one token at most one succeeds', async () => {
  const tokens = await gateway.signIn(gateway.newBrowser(), person)
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => gateway.refresh(tokens)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ error: 'invalid_grant' })
  }
})

it('a refresh keeps the session alive, and never past twelve hours after the login', async () => {
  const browser = gateway.newBrowser()
  const tokens = await gateway.signIn(browser, person)
  await portal.execute(`update artifacts set expires_at = now() + interval '1 minute',
    payload = jsonb_set(payload::jsonb, '{exp}', to_jsonb(extract(epoch from now())::int + 60))::text
    where kind = 'Session'`)
  const next = await gateway.refresh(tokens)
  const secondsLeft = async () => {
    const [row] = await portal.execute(`select extract(epoch from max(expires_at) - now())::int as seconds
      from artifacts where kind = 'Session'`)
    return row?.seconds
  }
  expect(await secondsLeft()).toSatisfy((seconds: number) => seconds > 2000 && seconds <= 2100)
  await portal.execute(`update artifacts set payload = jsonb_set(payload::jsonb, '{loginTs}',
    to_jsonb(extract(epoch from now())::int - 12 * 3600 + 150))::text where kind = 'Session'`)
  await gateway.refresh(next)
  expect(await secondsLeft()).toSatisfy((seconds: number) => seconds > 60 && seconds <= 150)
})

it('a restart keeps sessions, refresh tokens and signing keys', async () => {
  const browser = gateway.newBrowser()
  const tokens = await gateway.signIn(browser, person)
  await portal.restart()
  const keys = createRemoteJWKSet(new URL(`${portal.issuer}/jwks`))
  await jwtVerify(tokens.id_token ?? '', keys, { issuer: portal.issuer, audience: 'portal-gateway' })
  await gateway.refresh(tokens)
  const flow = await gateway.begin({ prompt: 'none' })
  await flow.finish(await redirectOf(browser, flow.url))
})

it('what is stored gives no session or token away', async () => {
  const browser = gateway.newBrowser()
  const { refresh_token = '' } = await gateway.signIn(browser, person)
  const cookie = browser.cookiesFor(portal.issuer).get('__Host-portal_identity')
  expect(cookie).toBeTypeOf('string')
  const stored = JSON.stringify(await portal.execute('select * from artifacts'))
  expect(stored).not.toContain(refresh_token)
  expect(stored).not.toContain(cookie)
  expect(portal.logged.join('')).not.toContain(refresh_token)
})
