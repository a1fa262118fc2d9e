import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { walkSignIn } from '@portal/testkit/sign-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { password } from '../../test/gateway-under-test.ts'
import { type HostilePortal, secretOf, settle, startHostilePortal } from '../../test/hostile-portal.ts'

// Hostile inputs of authentication (reliability.md): addresses to return to, and callbacks. Each
// ends on a page that is safe.

let hostile: HostilePortal

beforeAll(async () => {
  hostile = await startHostilePortal()
})
afterAll(() => hostile[Symbol.asyncDispose]())

const nobody = () => hostile.portal.browser()
const answers = { username: 'mallory', password }
const login = (returnTo: string) =>
  new URL(`/api/login?returnTo=${encodeURIComponent(returnTo)}`, hostile.portal.origin)

describe('an address to return to that is not ours', () => {
  it.each([
    ...['//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/..%5cevil.example'],
    ...[
      '/%2fevil.example',
      '/%5cevil.example',
      '/./\\evil.example',
      '/\tevil.example',
      '\u0000//evil.example',
    ],
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'https://evil.example/', 'evil'],
    ...['https:evil.example', '//evil.example@127.0.0.1/', '/a\r\nlocation: https://evil.example'],
    ...['/api/logout', '/api/login', '/api/login?returnTo=/api/login', '/api/callback', '/oidc/session/end'],
  ])('%j: the start page', async (wanted) => {
    const { mallory } = hostile
    const response = await mallory(login(wanted))
    expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
    expect(await settle(hostile, mallory, response)).toBe(200)
    expect(await (await mallory('/api/documents')).json()).toEqual({ secret: secretOf('person-mallory') })
  })

  it.each(['//evil.example', '/..%5cevil.example', 'javascript:alert(1)', '/api/logout'])(
    '%j leads to the start page after a whole login too',
    async (wanted) => {
      const isArrived = ({ pathname }: URL) => !/^\/(api|oidc)\//.test(pathname)
      const end = await walkSignIn(nobody(), { start: login(wanted), answers, isArrived })
      expect(end.href).toBe(`${hostile.portal.origin}/`)
    },
  )

  it('given twice, the first counts', async () => {
    const response = await hostile.mallory('/api/login?returnTo=/chat&returnTo=//evil.example')
    expect(response.headers.get('location')).toBe('/chat')
  })
})

describe('a callback that does not belong to this browser', () => {
  const begin = (browser: CookieFetch) =>
    walkSignIn(browser, { start: login('/'), answers, isArrived: (url) => url.pathname === '/api/callback' })
  /** A callback of the browser's own, with parameters taken away or replaced. */
  const altered = async (changes: Readonly<Record<string, string | null>>) => {
    const browser = nobody()
    const url = await begin(browser)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) url.searchParams.delete(name)
      else url.searchParams.set(name, value)
    }
    return { browser, url }
  }
  const rows: Readonly<Record<string, () => Promise<{ browser: CookieFetch; url: URL }>>> = {
    'state and code of another browser': async () => ({ browser: nobody(), url: await begin(nobody()) }),
    'the code of another browser under the own state': async () =>
      altered({ code: (await begin(nobody())).searchParams.get('code') }),
    'no state': () => altered({ state: null }),
    'no code': () => altered({ code: null }),
    'a code that nobody issued': () => altered({ code: 'x'.repeat(43) }),
    'the response of another issuer': () => altered({ iss: 'https://evil.example' }),
    'an error of the provider': () => altered({ code: null, error: 'login_required' }),
    'nothing at all': async () => ({
      browser: nobody(),
      url: new URL('/api/callback', hostile.portal.origin),
    }),
    'a state of 10 KB': async () => ({
      browser: nobody(),
      url: new URL(`/api/callback?state=${'s'.repeat(10_000)}&code=x`, hostile.portal.origin),
    }),
  }

  it('the own one is a session', async () => {
    const { browser, url } = await altered({})
    expect((await browser(url)).status).toBe(303)
    expect((await browser('/api/documents')).status).toBe(200)
  })

  it.each(Object.keys(rows))('%s: 400, a page that says so, no session, no new login', async (name) => {
    const { browser, url } = (await rows[name]?.()) ?? (await altered({}))
    const response = await browser(url)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(await response.clone().text()).toContain('This login could not be completed')
    await settle(hostile, browser, response)
    expect(browser.cookiesFor('/').has('__Host-portal_session')).toBe(false)
    expect((await browser('/api/documents')).status).toBe(401)
  })
})
