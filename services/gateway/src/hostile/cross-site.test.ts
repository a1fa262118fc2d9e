import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatewaySecret } from '../../test/gateway-under-test.ts'
import { type HostilePortal, ownPage, settle, startHostilePortal } from '../../test/hostile-portal.ts'
import { createSeal } from '../secrets/seal.ts'

// Hostile inputs of authentication (reliability.md): what another site makes the victim's browser
// send, and what a stranger sends for the provider.

let hostile: HostilePortal

beforeAll(async () => {
  hostile = await startHostilePortal()
})
afterAll(() => hostile[Symbol.asyncDispose]())

const isSignedIn = async () => (await hostile.victim('/api/documents')).status === 200

const bodies: Readonly<Record<string, RequestInit>> = {
  'a form': { body: new URLSearchParams({ name: 'Evil' }) },
  multipart: { body: formWith('Evil') },
  JSON: { body: '{"name":"Evil"}', headers: { 'content-type': 'application/json' } },
  'plain text': { body: '{"name":"Evil"}', headers: { 'content-type': 'text/plain' } },
  'no type': { body: new Blob(['{"name":"Evil"}']) },
  'no body': {},
}

/** What a browser says of a page that is not ours; the last two say nothing of it. */
const origins: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'a neighbouring host': { 'sec-fetch-site': 'same-site', origin: 'http://evil.127.0.0.1' },
  'a typed address': { 'sec-fetch-site': 'none', origin: 'null' },
  'another site that claims our origin': { 'sec-fetch-site': 'cross-site', origin: 'own' },
  'an old browser on another site': { origin: 'https://evil.example' },
  'an old browser in a sandbox': { origin: 'null' },
}

const writes = [
  ['POST', '/api/organizations'],
  ['POST', '/api/chat'],
  ['POST', '/api/auth/token'],
  ['POST', '/api/logout'],
  ['PATCH', '/api/users/person-victim/role'],
  ['DELETE', '/api/auth/sessions'],
] as const

function formWith(name: string): FormData {
  const form = new FormData()
  form.append('name', name)
  return form
}

const send = (method: string, path: string, init: RequestInit) =>
  hostile.victim(path, { ...init, ...(method === 'DELETE' ? { body: null } : {}), method })

describe('a write that another site makes the browser send', () => {
  for (const [method, path] of writes) {
    it.each(Object.keys(origins))(
      `${method} ${path} from %s, with whatever body: 403 cross_site`,
      async (from) => {
        for (const [name, init] of Object.entries(bodies)) {
          const headers = new Headers(init.headers)
          for (const [header, value] of Object.entries(origins[from] ?? {}))
            headers.set(header, value === 'own' ? hostile.portal.origin : value)
          const response = await send(method, path, { ...init, headers })
          expect([response.status, await response.clone().json()], name).toEqual([
            403,
            expect.objectContaining({ code: 'cross_site' }),
          ])
          await settle(hostile, hostile.victim, response)
        }
        expect(await isSignedIn()).toBe(true)
      },
    )
  }

  it('without Fetch Metadata and without Origin: 403 cross_site', async () => {
    const cookie = [...hostile.victim.cookiesFor('/')].map((pair) => pair.join('=')).join('; ')
    const url = `${hostile.portal.origin}/api/organizations`
    const response = await fetch(url, { method: 'POST', headers: { cookie } })
    expect([response.status, await response.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'cross_site' }),
    ])
  })

  it('is let in from our own page', async () => {
    for (const headers of [ownPage, { origin: hostile.portal.origin }]) {
      const response = await hostile.victim('/api/organizations', { method: 'POST', body: '{}', headers })
      expect(response.status).toBe(200)
    }
  })
})

describe('a logout that another site makes the browser ask for', () => {
  it.each(['cross-site', 'same-site', undefined])('by GET, %s: asks, and ends nothing', async (site) => {
    const response = await hostile.victim('/api/logout', site ? { headers: { 'sec-fetch-site': site } } : {})
    expect([response.status, response.headers.get('location')]).toEqual([200, null])
    expect(await response.text()).toContain('<form method="post" action="/api/logout">')
    expect(await isSignedIn()).toBe(true)
  })
})

describe('a logout token that the provider did not make for this', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const signed = async (claims: object, typ = 'logout+jwt') =>
    new SignJWT({ events: event, ...claims })
      .setProtectedHeader({ alg: 'HS256', typ })
      .setIssuer(`${hostile.portal.origin}/oidc`)
      .setAudience('portal-gateway')
      .setIssuedAt()
      .sign(Buffer.from('secret-of-the-gateway'))
  const rows: Readonly<Record<string, () => Promise<string>>> = {
    nothing: async () => '',
    nonsense: async () => 'a.b.c',
    'signed with the client secret': async () => signed({ sub: await subjectOf('person-victim') }),
    'the ID token of the victim': () => storedIdToken('person-victim'),
    'of 20 KB': async () => `a.${'b'.repeat(20_000)}.c`,
  }

  async function stored(column: string, personId: string): Promise<string> {
    const [row] = await hostile.portal.database.platformTx((db) =>
      db.execute<{ value: string }>(
        `select ${column} as value from sessions where person_id = '${personId}'`,
      ),
    )
    return row?.value ?? ''
  }
  const subjectOf = (personId: string) => stored('subject', personId)
  const storedIdToken = async (personId: string) =>
    createSeal([gatewaySecret], 'sessions').open(await stored('sealed_id_token', personId)) ?? ''

  it.each(Object.keys(rows))('%s: 400, and nobody is logged out', async (name) => {
    const body = new URLSearchParams({ logout_token: (await rows[name]?.()) ?? '' })
    const response = await fetch(`${hostile.portal.origin}/api/backchannel-logout`, { method: 'POST', body })
    expect([response.status, await response.json()]).toEqual([400, { error: 'invalid_request' }])
    expect(await isSignedIn()).toBe(true)
  })
})
