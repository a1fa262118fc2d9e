import { chatEvents } from '@portal/contracts/chat'
import { documentsEvents } from '@portal/contracts/documents'
import type { EventDefinition, EventEnvelope } from '@portal/contracts/events'
import { masterAdminApi } from '@portal/contracts/master-admin'
import { teamEvents } from '@portal/contracts/team'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { threeTimesShuffled } from '@portal/testkit/three-times-shuffled'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { type HeadsUnderTest, openHeadsUnderTest } from '../audit/audit-heads.fixture.ts'
import { portsWith } from '../ports.fixture.ts'
import { service as masterAdmin } from '../service.ts'

const patience = { timeout: 45_000, interval: 25 }
let heads: HeadsUnderTest
let under: ServiceUnderTest
let organizationsMade = 0

beforeAll(async () => {
  heads = await openHeadsUnderTest()
  under = await startUnderTest(masterAdmin, { ports: portsWith(heads.heads) })
})
afterAll(async () => {
  await under.stop()
  await heads.close()
})

const operator = () => under.as({ personId: 'operator', isOperator: true })

/** An event as its service publishes it; a platform event without organization. */
function event<D extends EventDefinition>(
  definition: D,
  about: { readonly organizationId?: number; readonly subject: string; readonly isRepublished?: 'again' },
  data: z.input<D['data']>,
): EventEnvelope {
  const { organizationId, subject, isRepublished } = about
  return {
    specversion: '1.0',
    id: uuidV7(),
    source: definition.source,
    type: definition.type,
    dataversion: definition.version,
    subject,
    time: '2026-03-01T09:00:00.000Z',
    ...(organizationId === undefined ? {} : { organizationid: organizationId }),
    partitionkey: `${organizationId ?? 'platform'}/${subject}`,
    ...(isRepublished ? { republished: true } : {}),
    data: { ...(data as object) },
  }
}

function newOrganization(isRepublished?: 'again') {
  organizationsMade += 1
  const organizationId = organizationsMade
  const subject = String(organizationId)
  const about = { organizationId, ...(isRepublished ? { isRepublished } : {}) }
  const eventOf = (definition: EventDefinition, of: string, data: Record<string, unknown>) =>
    event(definition, { ...about, subject: of }, data)
  return {
    organizationId,
    created: () =>
      eventOf(teamEvents.organizationCreated, subject, {
        name: `Organization ${subject}`,
        code: 'ABCDEF',
        joinCode: 'JOIN',
        createdAt: '2026-02-01T09:00:00.000Z',
      }),
    department: (number: number) =>
      eventOf(teamEvents.departmentCreated, `${subject}/${number}`, {
        number,
        name: `D${number}`,
        color: '#10B981',
      }),
    departmentGone: (number: number) =>
      eventOf(teamEvents.departmentDeleted, `${subject}/${number}`, { number, name: `D${number}` }),
    joined: (userId: string, role = 'team_member') =>
      eventOf(teamEvents.memberJoined, userId, { userId, role }),
    roleChanged: (userId: string, role: string) =>
      eventOf(teamEvents.memberRoleChanged, userId, { userId, role, previous: 'team_member' }),
    removed: (userId: string) => eventOf(teamEvents.memberRemoved, userId, { userId, role: 'team_member' }),
    uploaded: (documentId: string) =>
      eventOf(documentsEvents.documentUploaded, documentId, {
        documentId,
        versionId: uuidV7(),
        title: 'Travel',
      }),
    documentGone: (documentId: string) =>
      eventOf(documentsEvents.documentDeleted, documentId, { documentId }),
    asked: (messageId: string) =>
      eventOf(chatEvents.questionAnswered, uuidV7(), {
        conversationId: uuidV7(),
        messageId,
        userId: 'u',
        outcome: 'answered',
        citedDocuments: [],
        durationMs: 5,
      }),
    rated: (messageId: string, rating: number, previous: number | null) =>
      eventOf(chatEvents.answerRated, messageId, {
        conversationId: uuidV7(),
        messageId,
        userId: 'u',
        rating,
        previous,
      }),
  }
}

const person = (userId: string, facts: object = {}) =>
  event(
    teamEvents.personChanged,
    { subject: userId },
    {
      userId,
      username: `name-of-${userId}`,
      email: `${userId}@example.org`,
      firstName: 'First',
      lastName: 'Last',
      isDisabled: false,
      createdAt: '2026-02-01T09:00:00.000Z',
      ...facts,
    },
  )

async function publish(events: readonly EventEnvelope[]): Promise<void> {
  for (const one of events) await under.bus.publish(one.source, [one])
}

/** Waits until every event is handled. */
async function settled(): Promise<void> {
  await vi.waitFor(async () => {
    const lags = await under.bus.lag('master-admin', ['team', 'documents', 'chat'])
    expect(lags.every(({ behind }) => behind === 0)).toBe(true)
  }, patience)
}

const organization = async (id: number) =>
  (await operator().call(masterAdminApi.listOrganizations, {})).find((row) => row.id === id)

/** A history of an organization, with what operators see afterwards. */
function life(isRepublished?: 'again') {
  const own = newOrganization(isRepublished)
  const [first, second, third] = [uuidV7(), uuidV7(), uuidV7()] as const
  const [one, other] = [uuidV7(), uuidV7()] as const
  const prefix = `u${own.organizationId}`
  const events = [
    own.created(),
    ...[1, 2, 3].map((number) => own.department(number)),
    own.departmentGone(2),
    own.joined(`${prefix}a`, 'admin'),
    own.joined(`${prefix}b`),
    own.roleChanged(`${prefix}b`, 'manager'),
    own.joined(`${prefix}c`),
    own.removed(`${prefix}c`),
    ...[first, second, third].map((id) => own.uploaded(id)),
    own.documentGone(second),
    own.asked(one),
    own.asked(other),
    own.rated(one, 2, null),
    own.rated(other, 5, null),
    own.rated(one, 4, 2),
    person(`${prefix}a`, { email: 'early@example.org' }),
    person(`${prefix}a`),
    person(`${prefix}b`),
  ]
  const seen = {
    id: own.organizationId,
    name: `Organization ${own.organizationId}`,
    code: 'ABCDEF',
    joinCode: 'JOIN',
    userCount: 2,
    createdAt: '2026-02-01T09:00:00.000Z',
    stats: {
      totalDocuments: 2,
      totalQuestions: 2,
      averageRating: 4.5,
      departments: [{ name: 'D1' }, { name: 'D3' }],
    },
  }
  return { own, events, seen, prefix }
}

it('an organization shows its members, documents, questions, departments and the ratings that answers have now', async () => {
  const { events, seen, prefix } = life()
  await publish(events)
  await settled()
  expect(await organization(seen.id)).toEqual(seen)
  const users = await operator().call(masterAdminApi.listUsers, {})
  expect(users.filter(({ id }) => id.startsWith(`name-of-${prefix}`))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        id: `name-of-${prefix}a`,
        email: `${prefix}a@example.org`,
        organizationId: seen.id,
        organizationName: seen.name,
        role: 'admin',
        isProtected: false,
      }),
      expect.objectContaining({ id: `name-of-${prefix}b`, role: 'manager' }),
    ]),
  )
})

it('every event three times and shuffled across keys shows the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.nat(1000), { minLength: 3, maxLength: 3 }), { minLength: 25, maxLength: 25 }),
      async (draws) => {
        const { events, seen } = life()
        const deliveries = threeTimesShuffled(
          events.map((one, at) => ({ event: one, draws: draws[at] ?? [0, 0, 0] })),
        )
        await publish(deliveries)
        await settled()
        expect(await organization(seen.id)).toEqual(seen)
      },
    ),
    { numRuns: 5 },
  )
})

it('the present state told again counts nothing twice and brings nothing back', async () => {
  const { own, events, seen, prefix } = life()
  const kept = uuidV7()
  const again = [
    ...events,
    own.uploaded(kept),
    own.uploaded(kept),
    own.created(),
    own.department(1),
    own.department(3),
    own.joined(`${prefix}a`, 'admin'),
    own.joined(`${prefix}b`, 'manager'),
    own.documentGone(kept),
  ].map((one) => ({ ...one, republished: true }))
  await publish(again)
  await settled()
  expect(await organization(seen.id)).toEqual(seen)
})

it('an organization without ratings has none, not zero', async () => {
  const own = newOrganization()
  const events = [own.created(), own.asked(uuidV7())]
  await publish(events)
  await settled()
  expect((await organization(own.organizationId))?.stats).toMatchObject({
    totalQuestions: 1,
    averageRating: null,
  })
})

it('the newest organization and person come first, and a disabled person is not listed', async () => {
  const [older, newer] = [newOrganization(), newOrganization()]
  const late = {
    ...newer.created(),
    data: { ...newer.created().data, createdAt: '2026-05-01T09:00:00.000Z' },
  }
  const events = [
    late,
    older.created(),
    person('late', { createdAt: '2026-06-01T09:00:00.000Z' }),
    person('gone', { isDisabled: true, createdAt: '2026-07-01T09:00:00.000Z' }),
    person('built-in', { username: 'Operator' }),
    person('nameless', { username: null }),
    person('twin-1', { username: 'twin' }),
    person('twin-2', { username: 'Twin' }),
  ]
  await publish(events)
  await settled()
  const ids = (await operator().call(masterAdminApi.listOrganizations, {})).map(({ id }) => id)
  expect(ids.indexOf(newer.organizationId)).toBe(0)
  const users = await operator().call(masterAdminApi.listUsers, {})
  expect(users[0]).toMatchObject({
    id: 'name-of-late',
    organizationId: null,
    organizationName: null,
    role: null,
  })
  expect(users.map(({ id }) => id)).not.toContain('name-of-gone')
  expect(users.find(({ id }) => id === 'Operator')).toMatchObject({ isProtected: true })
  expect(users.map(({ id }) => id)).toEqual(expect.arrayContaining(['nameless', 'twin-1', 'twin-2']))
})

it('a person who moves is one person, also while one organization is told of before the other', async () => {
  const [from, to] = [newOrganization(), newOrganization()]
  await publish([
    from.created(),
    to.created(),
    person('mover'),
    to.joined('mover', 'admin'),
    from.joined('mover'),
  ])
  await settled()
  const rows = (await operator().call(masterAdminApi.listUsers, {})).filter(
    ({ email }) => email === 'mover@example.org',
  )
  expect(rows).toEqual([
    expect.objectContaining({ id: 'name-of-mover', organizationId: to.organizationId, role: 'admin' }),
  ])
})

it('nobody but an operator sees any of it', async () => {
  const admin = under.as({ personId: 'admin', organizationId: 1, role: 'admin' })
  for (const route of [
    masterAdminApi.listOrganizations,
    masterAdminApi.listUsers,
    masterAdminApi.listDeletions,
  ] as const) {
    await expect(admin.call(route, {})).rejects.toMatchObject({ status: 403 })
    await expect(under.visitor.call(route, {})).rejects.toMatchObject({ status: 401 })
  }
})
