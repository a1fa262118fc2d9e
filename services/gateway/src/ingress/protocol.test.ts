import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'
import { openSocket, rawRequest, readUntil } from '../../test/raw-request.ts'

let portal: GatewayUnderTest
let session = ''

beforeAll(async () => {
  portal = await startGatewayUnderTest()
  await portal.addPerson('ada')
  session = (await portal.signIn('ada')).cookiesFor('/').get('__Host-portal_session') ?? ''
})
afterAll(() => portal[Symbol.asyncDispose]())
beforeEach(() => {
  portal.team.arrived.length = 0
  portal.documents.arrived.length = 0
})

const host = () => `host: 127.0.0.1:${portal.port}`
const signedIn = () => `${host()}\r\ncookie: __Host-portal_session=${session}\r\nsec-fetch-site: same-origin`
const cookie = () => ({ cookie: `__Host-portal_session=${session}` })
const publicCalls = () => portal.team.arrived.filter((request) => request.url.startsWith('/api/'))

it.each(['TRACE', 'OPTIONS', 'PROPFIND', 'QUERY'])('%s is not answered', async (method) => {
  const response = await rawRequest(
    portal.port,
    `${method} /api/documents HTTP/1.1\r\n${signedIn()}\r\n\r\n`,
    '}',
  )
  expect(response).toContain('405 Method Not Allowed')
  expect(response.toLowerCase()).toContain('allow: get, head, post')
  expect(response.toLowerCase()).not.toContain('access-control-')
  expect(portal.documents.arrived).toHaveLength(0)
})

it('CONNECT and upgrades open no tunnel', async () => {
  expect(await rawRequest(portal.port, `CONNECT evil.example:443 HTTP/1.1\r\n${host()}\r\n\r\n`)).not.toMatch(
    /HTTP\/1\.1 2\d\d/u,
  )
  const upgrade = `GET /api/documents HTTP/1.1\r\n${signedIn()}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`
  expect(await rawRequest(portal.port, upgrade, '\r\n\r\n')).not.toMatch(/HTTP\/1\.1 101/u)
})

it.each([
  ['two lengths', 'content-length: 2\r\ncontent-length: 20'],
  ['a length and chunks', 'content-length: 2\r\ntransfer-encoding: chunked'],
  ['a list as length', 'content-length: 2, 20'],
  ['a negative length', 'content-length: -2'],
  ['chunks in disguise', 'transfer-encoding: xchunked'],
  ['a space before the colon', 'content-length : 2'],
  ['a folded header', 'x-folded: a\r\n b'],
])('a request with %s reaches no service', async (_, line) => {
  const smuggled = 'GET /api/auth/user HTTP/1.1\r\nhost: x\r\n\r\n'
  const text = `POST /api/organizations HTTP/1.1\r\n${signedIn()}\r\ncontent-type: application/json\r\n${line}\r\n\r\n{}${smuggled}`
  const response = await rawRequest(portal.port, text)
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(publicCalls()).toHaveLength(0)
})

it('100 KB of headers are refused with 431', async () => {
  const response = await rawRequest(
    portal.port,
    `GET / HTTP/1.1\r\n${host()}\r\nx-long: ${'a'.repeat(100_000)}\r\n\r\n`,
  )
  expect(response).toContain('431 ')
  expect(response).toContain('"code":"invalid_request"')
})

it('an address of 1 MB, as a token in it would make, is refused with 431', async () => {
  const response = await rawRequest(
    portal.port,
    `GET /?auth_token=${'a'.repeat(1_000_000)} HTTP/1.1\r\n${host()}\r\n\r\n`,
  )
  expect(response).toContain('431 ')
})

it('a request without a host, or for another one, is not answered', async () => {
  expect(await rawRequest(portal.port, 'GET / HTTP/1.1\r\n\r\n')).toContain('400 ')
  const other = await rawRequest(portal.port, 'GET /api/session HTTP/1.1\r\nhost: evil.example\r\n\r\n', '}')
  expect(other).toContain('400 Bad Request')
})

it('two hosts are refused, even when one of them is right', async () => {
  const text = `GET /api/session HTTP/1.1\r\n${host()}\r\nHost: evil.example\r\n\r\n`
  expect(await rawRequest(portal.port, text, '}')).toContain('400 Bad Request')
})

it.each(['/%61pi/logout', '/api/log%6Fut', '/%6fidc/session/end', '/api/%2Fdocuments%7E'])(
  '%s, which spells plain characters in code, is malformed',
  async (path) => {
    const response = await rawRequest(portal.port, `GET ${path} HTTP/1.1\r\n${signedIn()}\r\n\r\n`, '}')
    expect(response).toContain('400 Bad Request')
    expect(response.toLowerCase()).not.toContain('set-cookie')
    expect((await fetch(`${portal.origin}/api/session`, { headers: cookie() })).status).toBe(200)
  },
)

it.each([
  '/api/documents/../auth/user',
  '/api/documents/%2e%2e/auth/user',
  '/api/documents/..%2fauth',
  '/api/documents/%252e%252e/x/y',
  '/api//documents',
  '/api/documents/',
  '/api/documents/a\\b',
  '/api/documents/%00',
  '/api/documents/%zz',
  '/internal/identities/person-ada',
  '/api/../internal/identities/person-ada',
  '/%69nternal/identities/person-ada',
  'http://127.0.0.1/internal/identities/person-ada',
  '//internal/identities/person-ada',
])('%s leads to no service', async (path) => {
  const response = await rawRequest(
    portal.port,
    `GET ${path} HTTP/1.1\r\n${signedIn()}\r\nconnection: close\r\n\r\n`,
  )
  expect(response).toMatch(/^HTTP\/1\.1 (400|404) /)
  expect([...publicCalls(), ...portal.documents.arrived]).toEqual([])
  expect(response).not.toContain('"personId"')
})

it('a service that answers on /internal is not reachable, with or without a passport header', async () => {
  const path = `/internal/identities/person-ada`
  const before = portal.team.lookUps.count
  for (const method of ['GET', 'POST']) {
    const response = await rawRequest(
      portal.port,
      `${method} ${path} HTTP/1.1\r\n${signedIn()}\r\nx-portal-passport: x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    )
    expect(response).toMatch(/ 404 /)
  }
  expect(portal.team.lookUps.count).toBe(before)
})

it('an unknown path below /api answers 404 with a JSON body', async () => {
  const response = await fetch(`${portal.origin}/api/unknown`)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'not_found', requestId: expect.any(String) })
})

it('a compressed request body is not passed on', async () => {
  const text = `POST /api/organizations HTTP/1.1\r\n${signedIn()}\r\ncontent-encoding: gzip\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`
  expect(await rawRequest(portal.port, text, '}')).toContain('415 ')
  expect(publicCalls()).toHaveLength(0)
})

it('hundreds of sockets that send nothing keep nobody out, and are closed', async () => {
  const sockets = await Promise.all(Array.from({ length: 300 }, () => openSocket(portal.port)))
  for (const socket of sockets) socket.write('GET / HT')
  expect((await fetch(`${portal.origin}/api/session`)).status).toBe(200)
  const [first] = sockets
  if (first) await Promise.race([once(first, 'close'), readUntil(first)])
  for (const socket of sockets) socket.destroy()
}, 240_000)

it('a portal behind another server, which believes no forwarded address, says what follows from it', async () => {
  await using misconfigured = await startGatewayUnderTest({ PUBLIC_ORIGIN: 'https://portal.example' })
  expect(misconfigured.logLines.join('')).toContain('TRUSTED_PROXIES is 0')
  expect(portal.logLines.join('')).not.toContain('TRUSTED_PROXIES')
})
