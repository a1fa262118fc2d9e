import { request } from 'node:http'
import { openIdentityAdmin } from '@portal/adapters/identity-admin/open-identity-admin'
import { openLoginPage } from '@portal/testkit/identity/login-page'
import type { RelyingParty } from '@portal/testkit/identity/relying-party'
import { testGateway } from '@portal/testkit/identity/test-gateway'
import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '@portal/testkit/identity/test-identity-provider'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

let portal: TestIdentityProvider
let gateway: RelyingParty

const person = { username: 'sofia', password: 'seven-quiet-harbours' }

beforeAll(async () => {
  portal = await startTestIdentityProvider()
  gateway = await testGateway(portal)
  await openIdentityAdmin(portal.provider.adminUrl).createAccount({
    ...person,
    email: 'sofia@halden.example',
  })
})

beforeEach(async () => {
  await portal.execute('delete from attempts')
})

afterAll(async () => portal[Symbol.asyncDispose]())

it.each([
  ['another site', { origin: 'https://evil.example' }],
  ['a sandboxed frame', { origin: 'null' }],
  ['another site, by Fetch Metadata', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbouring host, by Fetch Metadata', { 'sec-fetch-site': 'same-site' }],
])('a form posted from %s is refused', async (_who, headers) => {
  const page = await openLoginPage(gateway, gateway.newBrowser())
  expect((await page.submit(person, headers)).status).toBe(403)
})

it('a form without its token, with a guessed one or with that of another login is refused', async () => {
  const browser = gateway.newBrowser()
  const other = await openLoginPage(gateway, browser)
  const [, foreign = ''] = /name="form_token" value="([^"]+)"/.exec(other.text) ?? []
  for (const form_token of ['', 'guessed', foreign]) {
    const page = await openLoginPage(gateway, browser)
    expect((await page.submit({ ...person, form_token })).status).toBe(403)
  }
})

it("another browser's login page cannot be opened or posted", async () => {
  const victim = gateway.newBrowser()
  const page = await openLoginPage(gateway, gateway.newBrowser())
  const opened = await victim(page.address)
  expect(opened.status).toBe(400)
  expect(await opened.text()).toContain('This login has expired')
  const [, form_token = ''] = /name="form_token" value="([^"]+)"/.exec(page.text) ?? []
  const body = new URLSearchParams({ ...person, form_token })
  const posted = await victim(page.address, { method: 'POST', body })
  expect(posted.status).toBe(400)
})

it('every page forbids scripts from elsewhere, frames, sniffing and caches', async () => {
  const { address } = await openLoginPage(gateway, gateway.newBrowser())
  const pages = [address.href, `${portal.issuer}/nowhere`, `${portal.issuer}/auth?client_id=x`]
  for (const page of pages) {
    const { headers } = await gateway.newBrowser()(page)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none';script-src 'self';/)
    expect(headers.get('content-security-policy')).toContain("form-action 'self';frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  }
})

it('cookies cannot be read by scripts, sent over plain networks or planted by neighbours', async () => {
  const browser = gateway.newBrowser()
  const { url } = await gateway.begin()
  const lines = (await browser(url)).headers.getSetCookie()
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) {
    expect(line).toMatch(/^__(Secure|Host)-/)
    expect(line).toMatch(/; secure/i)
    expect(line).toMatch(/; httponly/i)
    expect(line).toMatch(/; samesite=lax/i)
  }
})

it.each([
  ['a name with NUL', { username: 'so\u0000fia' }, 401],
  ['a password with NUL', { password: '\u0000' }, 401],
  ['a name of other directions', { username: '\u202esofia\u2066' }, 401],
  ['a lone surrogate', { username: '\ud800' }, 401],
  ['a name of SQL', { username: "' or 1=1 --" }, 401],
  ['a prototype', { __proto__: 'x', constructor: 'x' }, 303],
  ['a field of 1 MB', { username: 'x'.repeat(1024 * 1024) }, 413],
  ['10,000 fields', Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, ''])), 413],
])('%s is answered and never fails the provider', async (_what, answers, status) => {
  const page = await openLoginPage(gateway, gateway.newBrowser())
  const response = await page.submit({ ...person, ...answers })
  expect(response.status).toBe(status)
})

it.each([
  ['JSON', 'application/json', '{"username":"sofia"}', 415],
  ['multipart', 'multipart/form-data; boundary=x', '--x--', 415],
  ['text', 'text/plain', 'username=sofia', 415],
  ['nothing', 'application/x-www-form-urlencoded', '', 403],
  ['broken escapes', 'application/x-www-form-urlencoded', 'username=%zz%&password=%00', 403],
])('a body of %s is refused with a page', async (_what, type, body, status) => {
  const browser = gateway.newBrowser()
  const { address } = await openLoginPage(gateway, browser)
  const response = await browser(address, { method: 'POST', body, headers: { 'content-type': type } })
  expect(response.status).toBe(status)
})

it('a body that never ends is cut off without being kept', async () => {
  const browser = gateway.newBrowser()
  const { address } = await openLoginPage(gateway, browser)
  const chunk = new Uint8Array(8 * 1024).fill(97)
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const init = { method: 'POST', body, duplex: 'half', headers } as const
  const outcome = await browser(address, init).then(
    (response) => response.status,
    () => 'cut off',
  )
  expect([413, 'cut off']).toContain(outcome)
})

it.each([
  ['state', '\u0000'],
  ['state', 'x'.repeat(12_000)],
  ['state', '\ud83d'],
  ['login_hint', '\u0000<script>'],
  ['prompt', 'consent'],
  ['prompt', 'none login'],
  ['max_age', '-1'],
  ['scope', 'openid\u0000'],
  ['nonce', '{"a":1}'],
  ['request', 'e30.e30.'],
  ['request_uri', 'http://127.0.0.1:1/'],
  ['response_mode', 'web_message'],
  ['response_type', 'token'],
  ['resource', 'urn:evil'],
  ['id_token_hint', 'a.b.c'],
  ['claims', '{"id_token":{"__proto__":null}}'],
])('the parameter %s=%j never fails the provider', async (name, value) => {
  const { url } = await gateway.begin({ [name]: value })
  const response = await gateway.newBrowser()(url)
  expect(response.status).toBeLessThan(500)
  expect(response.headers.get('location') ?? '').not.toContain('server_error')
})

it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
  '%s on an unknown path is 404 or less, and reveals nothing of Koa or Node',
  async (method) => {
    const { port } = new URL(portal.origin)
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request({ port, method, path: '/oidc/%2e%2e/nowhere', host: '127.0.0.1' }, (response) => {
        response.resume()
        expect(response.headers['x-powered-by']).toBeUndefined()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBeLessThan(500)
  },
)

it('tokens of the wrong kind are refused: an ID token as access token, none as algorithm, another client', async () => {
  const tokens = await gateway.signIn(gateway.newBrowser(), person)
  const none = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"x"}')}.`
  for (const token of [tokens.id_token ?? '', none, 'x'.repeat(8000), '\u00ff']) {
    const response = await fetch(`${portal.issuer}/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(response.status).toBe(401)
  }
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token ?? '',
    client_id: 'portal-web',
  })
  const stolen = await fetch(`${portal.issuer}/token`, { method: 'POST', body })
  expect(stolen.status).toBe(400)
  const guessed = await fetch(`${portal.issuer}/token`, {
    method: 'POST',
    body,
    headers: { authorization: `Basic ${btoa('portal-gateway:guessed')}` },
  })
  expect(guessed.status).toBeGreaterThanOrEqual(400)
  expect(guessed.status).toBeLessThan(500)
})

it('a canary password appears in no log line', async () => {
  const canary = 'canary-9f2c-password'
  const page = await openLoginPage(gateway, gateway.newBrowser())
  await page.submit({ username: 'sofia', password: canary })
  await page.submit({ username: canary, password: 'x', form_token: 'wrong' })
  expect(portal.logged.join('')).not.toContain(canary)
})
