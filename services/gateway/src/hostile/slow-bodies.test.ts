import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'
import { openSocket, readUntil } from '../../test/raw-request.ts'

// More than an upstream has places, so that one that were taken early would leave none.
const clients = 300

let portal: GatewayUnderTest
const opened: Socket[] = []

beforeAll(async () => {
  const rates = { RATE_ADDRESS: '60000/10000' }
  portal = await startGatewayUnderTest({ IN_FLIGHT_SESSION: 4, IN_FLIGHT_ADDRESS: 8, ...rates })
  await portal.addPerson('ada')
  await portal.addPerson('eve', { organization: null, role: null })
})
afterAll(async () => {
  for (const socket of opened) socket.destroy()
  await portal[Symbol.asyncDispose]()
})

/** A request whose body has only begun to arrive. */
async function beginBody(path: string, headers: readonly string[] = []): Promise<Socket> {
  const socket = await openSocket(portal.port)
  opened.push(socket.on('error', () => undefined))
  const lines = [
    `POST ${path} HTTP/1.1`,
    `host: 127.0.0.1:${portal.port}`,
    'content-length: 100',
    `content-type: ${path.startsWith('/oidc/') ? 'application/x-www-form-urlencoded' : 'application/json'}`,
    ...headers,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n{`)
  return socket
}

async function sessionOf(username: string): Promise<string> {
  const browser = await portal.signIn(username)
  return browser.cookiesFor('/').get('__Host-portal_session') ?? ''
}

it('of visitors keep nobody from logging in', async () => {
  await Promise.all(Array.from({ length: clients }, () => beginBody('/oidc/token')))
  expect((await portal.signIn('ada')).cookiesFor('/').has('__Host-portal_session')).toBe(true)
})

it('of one person take no place at the service that others need', async () => {
  const cookie = `cookie: __Host-portal_session=${await sessionOf('eve')}`
  const own = [cookie, 'sec-fetch-site: same-origin']
  await Promise.all(Array.from({ length: clients }, () => beginBody('/api/organizations', own)))
  const ada = await portal.signIn('ada')
  expect((await ada('/api/departments')).status).toBe(200)
  expect(portal.team.arrived.filter(({ url }) => url === '/api/organizations')).toHaveLength(0)
})

it('one session has only so many requests running, and others have theirs', async () => {
  portal.documents.respond = () => undefined
  const [eve, ada] = [await portal.signIn('eve'), await portal.signIn('ada')]
  const held = Array.from({ length: 4 }, () => eve('/api/documents').catch(() => null))
  await eventually(() => expect(portal.documents.open.size).toBe(4))
  const refused = await eve('/api/departments')
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect((await ada('/api/departments')).status).toBe(200)
  await portal.documents.stop()
  await portal.documents.listen()
  await Promise.all(held)
  await eventually(async () => expect((await eve('/api/departments')).status).toBe(200))
})

it('one address has only so many requests running', async () => {
  portal.documents.respond = () => undefined
  const people = await Promise.all(['ada', 'eve', 'ada'].map((name) => portal.signIn(name)))
  const held = people.flatMap((person) =>
    Array.from({ length: 4 }, () => person('/api/documents').catch(() => null)),
  )
  await eventually(() => expect(portal.documents.open.size).toBe(8))
  expect((await portal.browser()('/api/session')).status).toBe(429)
  await portal.documents.stop()
  await portal.documents.listen()
  await Promise.all(held)
  await eventually(async () => expect((await portal.browser()('/api/session')).status).toBe(200))
})

it('a body that goes on reaches its service whole', async () => {
  const cookie = `cookie: __Host-portal_session=${await sessionOf('ada')}`
  const socket = await beginBody('/api/organizations', [cookie, 'sec-fetch-site: same-origin'])
  socket.write(`"name":"Acme"}`.padEnd(99))
  expect(await readUntil(socket, '}')).toContain('200 OK')
})
