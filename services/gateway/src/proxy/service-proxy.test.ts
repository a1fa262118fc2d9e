import { passportHeader, seenHeader, wroteHeader } from '@portal/contracts/passport'
import { passportVerifier, remotePassportKeys } from '@portal/service-kit/passport'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { type FixedService, json } from '../../test/fixed-service.ts'
import { identity } from '../../test/fixed-team.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'

let portal: GatewayUnderTest
let ada: Awaited<ReturnType<GatewayUnderTest['signIn']>>

beforeAll(async () => {
  portal = await startGatewayUnderTest({
    RATE_JOIN_CODE: '1/3',
    RATE_SEARCH: '1/3',
    RATE_DATA: '1/40',
    RATE_PERSON: '60/350',
  })
  await portal.addPerson('ada', { departments: [1, 4] })
  ada = await portal.signIn('ada')
})
afterAll(() => portal[Symbol.asyncDispose]())
beforeEach(() => {
  portal.documents.arrived.length = 0
  portal.documents.respond = (incoming, outgoing) => {
    incoming.resume()
    json(outgoing, {})
  }
})

const own = { 'sec-fetch-site': 'same-origin' }
const leaky = {
  server: 'secret/1.0',
  'x-powered-by': 'secret',
  'set-cookie': '__Host-portal_session=planted; Path=/; Secure',
  'access-control-allow-origin': '*',
  'x-portal-internal': 'secret',
  'x-total-count': '12',
}
const lastHeaders = () => portal.documents.arrived.at(-1)?.headers ?? {}

it('a service receives a passport of the person, for itself and for whom the route passes it on to', async () => {
  await ada('/api/documents')
  const keys = remotePassportKeys(portal.gateway.internalUrl)
  const claims = await passportVerifier('documents', keys)(String(lastHeaders()[passportHeader]))
  expect(claims).toMatchObject({
    kind: 'person',
    sub: 'person-ada',
    org: 7,
    role: 'admin',
    departments: [1, 4],
    operator: false,
    aud: ['documents'],
  })
  expect(claims.exp - Date.now() / 1000).toBeLessThanOrEqual(60)
  expect(claims.exp - Date.now() / 1000).toBeGreaterThan(25)
  await expect(passportVerifier('team', keys)(String(lastHeaders()[passportHeader]))).rejects.toMatchObject({
    code: 'unauthorized',
  })
})

it('a range of a file is asked for and passed on as the service sends it', async () => {
  portal.documents.respond = (incoming, outgoing) => {
    incoming.resume()
    outgoing.writeHead(206, { 'content-range': 'bytes 0-1/9', 'accept-ranges': 'bytes' }).end('ab')
  }
  const headers = { range: 'bytes=0-1', 'if-range': '"tag"' }
  const id = '0190b6c1-0000-7000-8000-000000000001'
  const response = await ada(`/api/documents/${id}/versions/${id}/file`, { headers })
  expect(lastHeaders()).toMatchObject(headers)
  expect([response.status, response.headers.get('content-range'), await response.text()]).toEqual([
    206,
    'bytes 0-1/9',
    'ab',
  ])
})

it('a text is looked for in all that one has asked a few times a minute; the list is there at any time', async () => {
  const statuses: number[] = []
  for (let time = 0; time < 4; time += 1) statuses.push((await ada('/api/conversations?q=gifts')).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  expect((await ada('/api/conversations')).status).toBe(200)
})

it('a question to the assistant carries a passport that documents accepts too', async () => {
  await ada('/api/chat', {
    method: 'POST',
    body: '{}',
    headers: { ...own, 'content-type': 'application/json' },
  })
  const passport = String(portal.chat.arrived.at(-1)?.headers[passportHeader])
  const verify = passportVerifier('documents', remotePassportKeys(portal.gateway.internalUrl))
  expect((await verify(passport)).aud).toEqual(['chat', 'documents'])
})

it('identity headers, cookies and bearer tokens of the client never reach a service', async () => {
  await ada('/api/documents', {
    headers: {
      [passportHeader]: 'forged',
      [seenHeader]: 'forged:1',
      'x-request-id': 'forged',
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-user': 'root',
      'x-real-ip': '6.6.6.6',
      forwarded: 'for=6.6.6.6',
      authorization: 'Bearer a.b.c',
      'x-http-method-override': 'DELETE',
    },
  })
  // The passport is the gateway's own; four letters turn up in its signature now and then.
  const { [passportHeader]: passport, ...headers } = lastHeaders()
  expect(passport).not.toBe('forged')
  expect(JSON.stringify(headers)).not.toMatch(/forged|6\.6\.6\.6|root|a\.b\.c|DELETE/)
  expect(headers.cookie).toBeUndefined()
  expect(headers['x-forwarded-for']).toBe('127.0.0.1')
})

it('a request without a session is answered 401 without asking the service', async () => {
  const response = await fetch(`${portal.origin}/api/documents`)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({
    code: 'unauthorized',
    message: expect.stringContaining('Unauthorized'),
  })
  expect(portal.documents.arrived).toHaveLength(0)
})

it('a response carries its own request id, security headers, and nothing of the inner hop', async () => {
  portal.documents.respond = (_, outgoing) => json(outgoing, {}, { headers: leaky })
  const { headers } = await ada('/api/documents', { headers: { 'x-request-id': 'mine' } })
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-total-count')).toBe('12')
  const kept = Object.keys(leaky).filter((name) => name !== 'x-total-count')
  expect(kept.filter((name) => headers.has(name))).toEqual([])
})

it('the next calls of whoever wrote something carry the events that it caused', async () => {
  const event = `document.uploaded:${crypto.randomUUID()}`
  portal.documents.respond = (incoming, outgoing) => {
    incoming.resume()
    json(outgoing, {}, { status: 201, headers: { [wroteHeader]: event } })
  }
  const form = new FormData()
  form.append('file', new Blob(['x']), 'x.txt')
  const response = await ada('/api/documents', { method: 'POST', body: form, headers: own })
  expect(response.headers.get(wroteHeader)).toBeNull()
  await ada('/api/conversations')
  expect(portal.chat.arrived.at(-1)?.headers[seenHeader]).toBe(event)
})

it('who creates an organization belongs to it with the very next call', async () => {
  await portal.addPerson('new', { organization: null, role: null })
  const browser = await portal.signIn('new')
  expect(await (await browser('/api/session')).json()).toMatchObject({ organization: null })
  const usual = portal.team.respond
  portal.team.respond = (incoming, outgoing) => {
    if (incoming.url !== '/api/organizations') return usual(incoming, outgoing)
    incoming.resume()
    portal.team.people.set('new', identity('person-new'))
    const wrote = `organization.created:${crypto.randomUUID()}`
    json(outgoing, {}, { status: 201, headers: { [wroteHeader]: wrote } })
  }
  await browser('/api/organizations', { method: 'POST', body: '{"name":"Acme"}', headers: own })
  expect(await (await browser('/api/session')).json()).toMatchObject({
    organization: { id: 7 },
    role: 'admin',
  })
})

it("a role change is in force with the person's next call, long before any cache would expire", async () => {
  const person = await portal.addPerson('bob', { role: 'team_member' })
  const browser = await portal.signIn('bob')
  const role = async () => ((await (await browser('/api/session')).json()) as { role: string }).role
  expect(await role()).toBe('team_member')
  portal.team.people.set('bob', { ...person, role: 'manager' })
  await portal.bus.publish('team', [
    {
      specversion: '1.0',
      id: crypto.randomUUID(),
      source: 'team',
      type: 'member.role-changed',
      dataversion: 1,
      subject: person.personId,
      time: new Date().toISOString(),
      organizationid: 7,
      partitionkey: `7/${person.personId}`,
      audience: { organizationId: 7 },
      data: { userId: person.personId, role: 'manager', previous: 'team_member' },
    },
  ])
  await eventually(async () => expect(await role()).toBe('manager'))
})

it('people are looked up once for many requests', async () => {
  await ada('/api/documents')
  const before = portal.team.lookUps.count
  await Promise.all(Array.from({ length: 20 }, () => ada('/api/documents')))
  expect(portal.team.lookUps.count - before).toBeLessThanOrEqual(1)
})

it('join codes cannot be scanned: the fourth look-up has to wait, other calls go on', async () => {
  const person = await portal.addPerson('scanner')
  const browser = await portal.signIn('scanner')
  const statuses: number[] = []
  for (const code of ['AAAA', 'BBBB', 'CCCC', 'DDDD']) {
    statuses.push((await browser(`/api/organizations/by-code/${code}`)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 429])
  const refused = await browser('/api/organizations/by-code/EEEE')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await browser('/api/documents')).status).toBe(200)
  expect(person.personId).toBe('person-scanner')
})

it('while team is away nobody is let in on old facts, and the response says when to come back', async () => {
  await portal.addPerson('late')
  const browser = await portal.signIn('late')
  await portal.team.stop()
  await portal.restart()
  const response = await browser('/api/documents')
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('2')
  await portal.team.listen()
  await eventually(async () => expect((await browser('/api/documents')).status).toBe(200))
})

it('a team that breaks off is left alone after five look-ups that failed, until it is back', async () => {
  await portal.addPerson('patient')
  const browser = await portal.signIn('patient')
  const { respond } = portal.team
  const asked = () => portal.team.arrived.filter(({ url }) => url.startsWith('/internal/')).length
  await portal.restart()
  portal.team.respond = (incoming) => void incoming.socket.destroy()
  const before = asked()
  const since = performance.now()
  for (let request = 0; request < 10; request += 1) {
    expect((await browser('/api/documents')).status).toBe(503)
  }
  // On a slow machine the time for a probe comes in between, every two seconds. Ten attempts may be
  // repeated, and one more for every five look-ups.
  const probes = Math.floor((performance.now() - since) / 2000)
  expect(asked() - before).toBeLessThanOrEqual(5 + probes + 10 + Math.floor((5 + probes) / 5))
  const refused = await browser('/api/documents')
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  portal.team.respond = respond
  await eventually(async () => expect((await browser('/api/documents')).status).toBe(200))
})

it('no secret of a session, passport or provider appears in a log line', async () => {
  const secrets = [
    ada.cookiesFor('/').get('__Host-portal_session') ?? 'none',
    String(lastHeaders()[passportHeader]),
  ]
  const logged = portal.logLines.join('')
  for (const secret of secrets) expect(logged).not.toContain(secret)
  expect(logged).not.toMatch(/eyJ[\w-]+\.eyJ|secret-of-the-gateway/)
})

/** A list of this many bytes of JSON, as a service sends it. */
function listOf(bytes: number): FixedService['respond'] {
  return (incoming, outgoing) => {
    incoming.resume()
    const body = JSON.stringify(['x'.repeat(bytes - 4)])
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes }).end(body)
  }
}

it('a person who has had very much data waits, in each of their sessions, and nobody else does', async () => {
  await portal.addPerson('greedy')
  const [first, second] = [await portal.signIn('greedy'), await portal.signIn('greedy')]
  portal.documents.respond = listOf(3 * 1024 * 1024)
  expect((await first('/api/documents')).status).toBe(200)
  portal.documents.respond = (_, outgoing) => json(outgoing, [])
  for (const browser of [first, second]) {
    const refused = await browser('/api/documents')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1)
  }
  expect((await ada('/api/documents')).status).toBe(200)
})

it('who asks for much and leaves before it comes has used up their share as well', async () => {
  await portal.addPerson('hasty')
  const hasty = await portal.signIn('hasty')
  portal.documents.respond = () => undefined
  for (let request = 0; request < 6; request += 1) {
    const leaving = new AbortController()
    const asked = portal.documents.arrived.length
    const left = hasty('/api/documents', { signal: leaving.signal }).catch(() => 'left')
    await eventually(() => expect(portal.documents.arrived.length).toBeGreaterThan(asked))
    leaving.abort()
    expect(await left).toBe('left')
    await eventually(() => expect(portal.documents.open.size).toBe(0))
  }
  expect((await hasty('/api/documents')).status).toBe(429)
})

// Last: it uses up what the address may ask, too, and nobody could log in after it.
it('the requests of all sessions of a person count together', async () => {
  await portal.addPerson('many')
  const sessions = [await portal.signIn('many'), await portal.signIn('many'), await portal.signIn('many')]
  const statuses: number[] = []
  for (let request = 0; request < 200; request += 1)
    for (const session of sessions) statuses.push((await session('/api/documents')).status)
  expect(statuses.slice(0, 300)).not.toContain(429)
  expect(statuses).toContain(429)
  expect((await ada('/api/documents')).status).toBe(200)
})
