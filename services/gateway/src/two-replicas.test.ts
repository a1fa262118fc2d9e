import { seenHeader, wroteHeader } from '@portal/contracts/passport'
import { walkSignIn } from '@portal/testkit/sign-in'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../test/eventually.ts'
import { json } from '../test/fixed-service.ts'
import { identity } from '../test/fixed-team.ts'
import { type GatewayUnderTest, password, startGatewayUnderTest } from '../test/gateway-under-test.ts'
import { openSocket } from '../test/raw-request.ts'
import { replicaBrowser } from '../test/replica-browser.ts'
import type { RunningGateway } from './service.ts'

let portal: GatewayUnderTest
let first: RunningGateway
let second: RunningGateway & AsyncDisposable

beforeAll(async () => {
  portal = await startGatewayUnderTest({ RATE_JOIN_CODE: '1/4', RATE_TOKEN: '1/3' })
  first = portal.gateway
  second = await portal.startReplica()
})
afterAll(async () => {
  await second[Symbol.asyncDispose]()
  await portal[Symbol.asyncDispose]()
})

type Facts = Parameters<GatewayUnderTest['addPerson']>[1]

async function signedInAs(name: string, facts: Facts = {}) {
  await portal.addPerson(name, facts)
  return portal.signIn(name)
}

async function somebody(name: string, facts: Facts = {}) {
  return replicaBrowser(await signedInAs(name, facts), portal.port)
}

it('a session that began at one replica is one at the other, and ends at both', async () => {
  const send = await somebody('ada')
  expect((await send(second, '/api/auth/user')).status).toBe(200)
  expect((await send(second, '/api/logout', { method: 'POST' })).status).toBeLessThan(400)
  await eventually(async () => expect((await send(first, '/api/auth/user')).status).toBe(401))
})

it('a login that began at one replica comes back to the other, and its session is one at both', async () => {
  await portal.addPerson('traveller')
  const browser = portal.browser()
  const { pathname, search } = await walkSignIn(browser, {
    start: new URL('/api/login?returnTo=/documents', portal.origin),
    answers: { username: 'traveller', password },
    isArrived: (url) => url.pathname === '/api/callback',
  })
  const send = replicaBrowser(browser, portal.port)
  const arrival = await send(second, `${pathname}${search}`)
  expect([arrival.status, arrival.location]).toEqual([303, '/documents'])
  for (const gateway of [first, second])
    expect((await send(gateway, '/api/session')).json()).toMatchObject({ person: { id: 'person-traveller' } })
})

it('a token that was revoked at one replica is refused at the other within seconds', async () => {
  const send = await somebody('revoker')
  const minted = await send(first, '/api/auth/token', { method: 'POST', body: {} })
  const { id, token } = minted.json() as { id: string; token: string }
  const headers = { authorization: `Bearer ${token}` }
  const bearer = replicaBrowser(portal.browser(), portal.port)
  expect((await bearer(second, '/api/auth/user', { headers })).status).toBe(200)
  await send(first, `/api/auth/sessions/${id}`, { method: 'DELETE' })
  await eventually(async () => expect((await bearer(second, '/api/auth/user', { headers })).status).toBe(401))
})

it('an event reaches the browsers at every replica', async () => {
  const signedIn = await signedInAs('watcher')
  const cookie = [...signedIn.cookiesFor('/')].map((pair) => pair.join('=')).join('; ')
  const received = ['', '']
  const sockets = await Promise.all(
    [first, second].map(async ({ url }, at) => {
      const socket = await openSocket(Number(new URL(url).port))
      socket.on('data', (chunk) => {
        received[at] += String(chunk)
      })
      socket.write(`GET /api/events HTTP/1.1\r\nhost: 127.0.0.1:${portal.port}\r\ncookie: ${cookie}\r\n\r\n`)
      return socket
    }),
  )
  const everyHas = (text: string) =>
    eventually(() => expect(received.every((one) => one.includes(text))).toBe(true))
  await everyHas('retry:')
  const id = crypto.randomUUID()
  const about = {
    source: 'documents',
    type: 'document.uploaded',
    dataversion: 1,
    subject: 'd',
    partitionkey: '7/d',
  }
  const audience = { organizationId: 7 }
  const time = new Date().toISOString()
  await portal.bus.publish('documents', [
    { specversion: '1.0', id, time, ...about, organizationid: 7, audience, data: {} },
  ])
  await everyHas(id)
  for (const socket of sockets) socket.destroy()
})

it('what was written at one replica is waited for at the other, and only by who wrote it', async () => {
  const [ada, ben] = [await somebody('writer'), await somebody('reader')]
  const event = `department.created:${crypto.randomUUID()}`
  const usual = portal.team.respond
  portal.team.respond = (incoming, outgoing) => {
    if (incoming.url !== '/api/departments') return usual(incoming, outgoing)
    incoming.resume()
    json(outgoing, {}, { status: 201, headers: { [wroteHeader]: event } })
  }
  await ada(first, '/api/departments', { method: 'POST', body: { name: 'Law', color: '#112233' } })
  portal.team.respond = usual
  for (const [send, seen] of [
    [ada, event],
    [ben, undefined],
  ] as const) {
    await send(second, '/api/documents')
    expect(portal.documents.arrived.at(-1)?.headers[seenHeader]).toBe(seen)
  }
})

it('who creates an organization at one replica belongs to it with the very next call at the other', async () => {
  const send = await somebody('founder', { organization: null, role: null })
  expect((await send(second, '/api/session')).json()).toMatchObject({ organization: null })
  const usual = portal.team.respond
  portal.team.respond = (incoming, outgoing) => {
    if (incoming.url !== '/api/organizations') return usual(incoming, outgoing)
    incoming.resume()
    portal.team.people.set('founder', identity('person-founder'))
    const wrote = `organization.created:${crypto.randomUUID()}`
    json(outgoing, {}, { status: 201, headers: { [wroteHeader]: wrote } })
  }
  await send(first, '/api/organizations', { method: 'POST', body: { name: 'Acme' } })
  portal.team.respond = usual
  expect((await send(second, '/api/session')).json()).toMatchObject({ organization: { id: 7 } })
})

it('who tries join codes has no more tries at two replicas than at one', async () => {
  const send = await somebody('scanner', { organization: null, role: null })
  const statuses: number[] = []
  for (const gateway of [first, second, first, second, first, second]) {
    statuses.push((await send(gateway, `/api/organizations/by-code/${crypto.randomUUID()}`)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
})

it('a token of a key that a replica has made later is one at all', async () => {
  const send = await somebody('minter')
  const age = (id: string, interval: string) =>
    portal.database.platformTx((db) =>
      db.execute(`update signing_keys set created_at = now() - interval '${interval}' ${id}`),
    )
  await age('', '91 days')
  // The replica that makes the key signs with it only once all can know it.
  await using made = await portal.startReplica()
  expect((await send(made, '/api/auth/user')).status).toBe(200)
  await age("where created_at > now() - interval '1 day'", '2 minutes')
  await using signing = await portal.startReplica()
  const minted = await send(signing, '/api/auth/token', { method: 'POST', body: {} })
  const { token } = minted.json() as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${portal.origin}/api/auth/user`, { headers })).status).toBe(200)
  const published = await (await fetch(`${first.internalUrl}/internal/passport-keys`)).json()
  expect(published).toMatchObject({ keys: [expect.anything(), expect.anything()] })
})
