import type { EventAudience, EventEnvelope } from '@portal/contracts/events'
import { wroteHeader } from '@portal/contracts/passport'
import { createLogger } from '@portal/service-kit/logger'
import { sleep } from '@portal/service-kit/sleep'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { json, startFixedService } from '../../test/fixed-service.ts'
import { identity } from '../../test/fixed-team.ts'
import { type GatewayUnderTest, gatewaySecret, startGatewayUnderTest } from '../../test/gateway-under-test.ts'
import { openSocket } from '../../test/raw-request.ts'
import { SessionStore } from '../authentication/session-store.ts'
import { IdentityClient } from '../identity-client/identity-client.ts'
import { SeenEvents } from '../proxy/seen-events.ts'
import { createSeal } from '../secrets/seal.ts'
import { concerns, EventStreams } from './event-streams.ts'

let portal: GatewayUnderTest
type Browser = Awaited<ReturnType<GatewayUnderTest['signIn']>>

beforeAll(async () => {
  portal = await startGatewayUnderTest()
  await portal.addPerson('ada')
  await portal.addPerson('eve', { organization: { id: 8, name: 'Other' } })
  await portal.addPerson('loner', { organization: null, role: null })
  await portal.addPerson('olga', { organization: null, role: null, isMasterAdmin: true })
})
afterAll(() => portal[Symbol.asyncDispose]())

function event(type: string, audience?: EventAudience, data: Record<string, unknown> = {}): EventEnvelope {
  const organizationId = audience?.organizationId
  return {
    specversion: '1.0',
    id: crypto.randomUUID(),
    source: type.startsWith('member') ? 'team' : 'documents',
    type,
    dataversion: 1,
    subject: `subject of ${type}`,
    time: new Date().toISOString(),
    ...(organizationId === undefined ? {} : { organizationid: organizationId }),
    partitionkey: 'x',
    ...(audience ? { audience } : {}),
    data: { secret: 'payload', ...data },
  }
}

/** An open stream and the text it has received. */
async function listen(
  browser: Browser,
): Promise<{ readonly text: () => string; readonly closed: Promise<void>; stop(): void }> {
  const leaving = new AbortController()
  const response = await browser('/api/events', { signal: leaving.signal })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  let text = ''
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
  }
  return { text: () => text, closed: read().catch(() => undefined), stop: () => leaving.abort() }
}

const publish = (one: EventEnvelope) => portal.bus.publish(one.source, [one])

it('a member hears type and subject of what concerns their organization, another organization hears nothing', async () => {
  const [ada, eve] = [await listen(await portal.signIn('ada')), await listen(await portal.signIn('eve'))]
  await publish(event('document.uploaded', { organizationId: 7 }))
  await publish(event('document.deleted', { organizationId: 8 }))
  await eventually(() => expect(ada.text()).toContain('document.uploaded'))
  await eventually(() => expect(eve.text()).toContain('document.deleted'))
  expect(ada.text()).toContain(
    'data: {"type":"document.uploaded","subject":"subject of document.uploaded"}\n\n',
  )
  expect(ada.text()).not.toContain('document.deleted')
  expect(eve.text()).not.toContain('document.uploaded')
  expect(ada.text() + eve.text()).not.toContain('payload')
  ada.stop()
  eve.stop()
})

it('an operator hears that lists of the platform have changed, neither what nor whose; nobody else does', async () => {
  const [olga, eve] = [await listen(await portal.signIn('olga')), await listen(await portal.signIn('eve'))]
  await publish(event('member.joined', { organizationId: 7 }, { userId: 'somebody', role: 'team_member' }))
  await publish(event('document.uploaded', { organizationId: 7 }))
  await publish(event('document.deleted', { organizationId: 8 }))
  await eventually(() => expect(olga.text()).toContain('platform.changed'))
  await eventually(() => expect(eve.text()).toContain('document.deleted'))
  expect(olga.text()).toContain('data: {"type":"platform.changed","subject":"platform"}\n\n')
  expect(olga.text()).not.toMatch(/member|document|somebody/)
  expect(eve.text()).not.toContain('platform.changed')
  olga.stop()
  eve.stop()
})

it('who joins an organization hears its events on the stream that was open before', async () => {
  const person = await portal.addPerson('joiner', { organization: null, role: null })
  const stream = await listen(await portal.signIn('joiner'))
  portal.team.people.set('joiner', { ...person, organization: { id: 7, name: 'Acme' }, role: 'team_member' })
  await publish(
    event('member.joined', { organizationId: 7 }, { userId: person.personId, role: 'team_member' }),
  )
  await eventually(() => expect(stream.text()).toContain('member.joined'))
  stream.stop()
})

it('an event right behind a change of rights is judged by the new ones, however slowly they are read', async () => {
  const joins = await portal.addPerson('newcomer', { organization: null, role: null })
  const leaves = await portal.addPerson('leaver')
  const [newcomer, leaver] = [
    await listen(await portal.signIn('newcomer')),
    await listen(await portal.signIn('leaver')),
  ]
  const member = { organization: { id: 7, name: 'Acme' }, role: 'team_member' } as const
  portal.team.people.set('newcomer', { ...joins, ...member })
  portal.team.people.set('leaver', { ...leaves, organization: { id: 8, name: 'Other' } })
  const { respond } = portal.team
  portal.team.respond = async (incoming, outgoing) => {
    await sleep(200)
    return respond(incoming, outgoing)
  }
  const here = { organizationId: 7 }
  await portal.bus.publish('team', [
    event('member.joined', here, { userId: joins.personId, role: 'team_member' }),
    event('member.removed', here, { userId: leaves.personId }),
    { ...event('invitation.created', here), source: 'team' },
  ])
  await eventually(() => expect(newcomer.text()).toContain('invitation.created'))
  portal.team.respond = respond
  await publish(event('document.deleted', { organizationId: 8 }))
  await eventually(() => expect(leaver.text()).toContain('document.deleted'))
  expect(leaver.text()).not.toContain('invitation.created')
  newcomer.stop()
  leaver.stop()
})

/** The people whom team was asked about since. */
function askedAbout(since: number): string[] {
  return portal.team.arrived.slice(since).flatMap(({ url }) => /person-\w+$/.exec(url)?.[0] ?? [])
}

it.each<[string, () => Promise<unknown>, readonly string[]]>([
  ['somebody without an organization does', () => writtenBy('loner'), ['person-loner']],
  [
    'happens to one organization',
    () => publish({ ...event('organization.renamed', { organizationId: 7 }), source: 'team' }),
    ['person-ada'],
  ],
])('what %s asks team about nobody with a stream elsewhere', async (_, happen, asked) => {
  const streams = []
  for (const name of ['ada', 'eve', 'loner']) streams.push(await listen(await portal.signIn(name)))
  const before = portal.team.arrived.length
  await happen()
  for (const organizationId of [7, 8]) await publish(event('document.deleted', { organizationId }))
  const [ada, eve] = streams
  await eventually(() => expect(ada?.text()).toContain('document.deleted'))
  await eventually(() => expect(eve?.text()).toContain('document.deleted'))
  expect(new Set(askedAbout(before))).toEqual(new Set(asked))
  for (const { stop } of streams) stop()
})

async function writtenBy(name: string): Promise<void> {
  const browser = await portal.signIn(name)
  const usual = portal.team.respond
  portal.team.respond = (incoming, outgoing) => {
    if (incoming.url !== '/api/profile/erasure') return usual(incoming, outgoing)
    incoming.resume()
    json(outgoing, {}, { headers: { [wroteHeader]: `person.changed:${crypto.randomUUID()}` } })
  }
  const headers = { 'sec-fetch-site': 'same-origin' }
  await browser('/api/profile/erasure', { method: 'POST', body: '{}', headers })
  portal.team.respond = usual
}

it('a stream ends with its session and says so', async () => {
  const browser = await portal.signIn('ada')
  const stream = await listen(browser)
  await browser('/api/logout', { headers: { 'sec-fetch-site': 'same-origin' } })
  await stream.closed
  expect(stream.text()).toContain('event: session-ended')
})

it('without a session there is no stream', async () => {
  expect((await fetch(`${portal.origin}/api/events`)).status).toBe(401)
})

it('one browser opens eight streams at most', async () => {
  const browser = await portal.signIn('ada')
  const streams = await Promise.all(Array.from({ length: 8 }, () => listen(browser)))
  expect((await browser('/api/events')).status).toBe(429)
  for (const stream of streams) stream.stop()
})

it('a reader who stops reading is cut off and costs no memory', async () => {
  const browser = await portal.signIn('ada')
  const cookies = [...browser.cookiesFor('/')].map((pair) => pair.join('=')).join('; ')
  const socket = await openSocket(portal.port)
  socket.pause()
  socket.write(`GET /api/events HTTP/1.1\r\nhost: 127.0.0.1:${portal.port}\r\ncookie: ${cookies}\r\n\r\n`)
  let isClosed = false
  socket.on('close', () => {
    isClosed = true
  })
  socket.on('error', () => undefined)
  const large = event('document.uploaded', { organizationId: 7 })
  const many = Array.from({ length: 500 }, () => ({
    ...large,
    id: crypto.randomUUID(),
    subject: 'x'.repeat(20_000),
  }))
  await portal.bus.publish('documents', many)
  await eventually(() => {
    socket.resume()
    expect(isClosed).toBe(true)
  })
})

it.each<[string, EventAudience | undefined, boolean]>([
  ['nobody', undefined, false],
  ['an empty audience', {}, false],
  ['their organization', { organizationId: 7 }, true],
  ['another organization', { organizationId: 8 }, false],
  ['their role', { organizationId: 7, roles: ['admin'] }, true],
  ['another role', { organizationId: 7, roles: ['manager'] }, false],
  ['their role elsewhere', { organizationId: 8, roles: ['admin'] }, false],
  ['one of their departments', { organizationId: 7, departments: [9, 1] }, true],
  ['other departments', { organizationId: 7, departments: [9] }, false],
  ['themselves', { users: ['ada'] }, true],
  ['another person', { organizationId: 7, users: ['eve'] }, false],
  ['another role or themselves', { organizationId: 7, roles: ['manager'], users: ['ada'] }, true],
])('an event for %s', (_, audience, isHeard) => {
  expect(concerns(event('x', audience), identity('ada'))).toBe(isHeard)
})

it('a person has only so many streams in all their sessions, and another one still gets theirs', async () => {
  await portal.addPerson('greedy')
  const open = []
  for (let session = 0; session < 5; session += 1) {
    const browser = await portal.signIn('greedy')
    for (let stream = 0; stream < 8 && open.length < 32; stream += 1) open.push(await listen(browser))
    if (open.length === 32) expect((await browser('/api/events')).status).toBe(429)
  }
  const ada = await listen(await portal.signIn('ada'))
  for (const { stop } of [...open, ada]) stop()
  await Promise.all([...open, ada].map(({ closed }) => closed))
})

it('a beat asks once about all sessions with a stream, and ends the streams of those that are over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const asked: string[][] = []
  const { streams, open } = await openStreams(portal.team.url, async (ids) => {
    asked.push([...ids])
    return new Set(['goes on'])
  })
  const [over, overToo, goesOn] = [await open('over'), await open('over'), await open('goes on')]
  vi.advanceTimersByTime(20_000)
  for (const response of [over, overToo]) expect(await response.text()).toContain('event: session-ended')
  expect(asked).toEqual([['over', 'goes on']])
  streams.stop()
  expect(await goesOn.text()).not.toContain('session-ended')
})

it('when a large organization changes, team is asked about sixteen of its people at once', async () => {
  const held: (() => void)[] = []
  await using team = await startFixedService((incoming, outgoing) => {
    const personId = incoming.url?.split('/').at(-1) ?? ''
    held.push(() => json(outgoing, identity(personId)))
  })
  const { streams, people, open } = await openStreams(team.url, async (ids) => new Set(ids))
  const responses = []
  for (let n = 0; n < 40; n += 1) responses.push(await open(`person-${n}`))
  people.dropOrganization(7)
  streams.publish(event('organization.renamed', { organizationId: 7 }))
  for (let answered = 0; answered < 40; answered += 1) {
    await eventually(() => expect(held.length).toBeGreaterThanOrEqual(Math.min(40, answered + 16)))
    expect(team.open.size).toBeLessThanOrEqual(16)
    held[answered]?.()
  }
  expect(team.arrived).toHaveLength(40)
  await eventually(() => expect(team.open.size).toBe(0))
  streams.stop()
  for (const response of responses) expect(await response.text()).toContain('organization.renamed')
})

/** Streams of a server of their own, each for the person and session in its address. */
async function openStreams(
  teamUrl: string,
  openAmong: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
) {
  const seal = createSeal([gatewaySecret], 'test')
  const people = new IdentityClient({ teamUrl, servicePassport: async () => '' })
  const streams = new EventStreams({
    openAmong,
    people,
    sessions: new SessionStore(portal.database, seal),
    seen: new SeenEvents(seal),
    headers: {},
    logger: createLogger({ service: 'test', level: 'silent' }),
  })
  onTestFinished(() => streams.stop())
  const server = await startFixedService((incoming, outgoing) => {
    const sid = decodeURIComponent(incoming.url?.slice(1) ?? '')
    const person = { identity: identity(sid), version: '1' }
    return streams.open(
      { incoming, outgoing, requestId: 'x' },
      { sid, session: null, person, beganAt: new Date() },
    )
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const open = (sid: string) => fetch(`${server.url}/${encodeURIComponent(sid)}`)
  return { streams, people, open }
}
