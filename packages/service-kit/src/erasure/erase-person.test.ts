import { erasureEvents } from '@portal/contracts/erasure'
import type { EventDefinition, EventEnvelope } from '@portal/contracts/events'
import { masterAdminEvents } from '@portal/contracts/master-admin'
import { teamEvents } from '@portal/contracts/team'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { openTestEventBus, type TestEventBus } from '@portal/testkit/test-event-bus'
import { eq, sql } from 'drizzle-orm'
import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../database/open-database.ts'
import { defineService } from '../define-service.ts'
import { on } from '../inbox/consumers.ts'
import { emitter } from '../outbox/emit.ts'
import { EngineUnavailable } from '../ports/engine-unavailable.ts'
import { idempotencyKeys } from '../tables.ts'
import { uuidV7 } from '../uuid-v7.ts'
import { personalRows } from './personal-data.ts'

const patience = { timeout: 45_000, interval: 20 }
const notes = pgTable('notes', {
  organizationId: bigint('organization_id', { mode: 'number' }).notNull(),
  text: text('text').notNull(),
})
const heard: EventEnvelope['data'][] = []
const reports: EventEnvelope['data'][] = []
let outages = 0
let events: TestEventBus
let service: ServiceUnderTest
let database: Database

const { personChanged } = teamEvents
const definition = defineService<Record<never, never>, object, 'team'>({
  name: 'team',
  api: {},
  verbs: {},
  consumers: [on(personChanged, async (_scope, { data }) => void heard.push(data))],
  jobs: [],
  personal: {
    rows: [personalRows(notes, { as: 'tenant', of: (userId) => eq(notes.text, userId) })],
    outside: async () => {
      outages -= 1
      if (outages >= 0) throw new EngineUnavailable('Away.', 1)
      return ['account']
    },
    published: { type: personChanged.type, values: { email: null, firstName: null } },
  },
  migrations: notesMigrations,
})

beforeAll(async () => {
  events = await openTestEventBus()
  service = await startUnderTest(definition, { ports: {}, bus: events.bus })
  database = openDatabase({ urls: service.urls, name: 'test' })
  const { type } = erasureEvents('team').personErased
  await events.bus.tail({
    topics: ['team'],
    handle: (event) => void (event.type === type && reports.push(event.data)),
  })
})
afterAll(async () => {
  await database.close()
  await service.stop()
  await events.close()
})

function envelope({ source, type, version }: EventDefinition, data: EventEnvelope['data']): EventEnvelope {
  const subject = String(data['userId'])
  const time = new Date().toISOString()
  const about = { subject, time, partitionkey: `platform/${subject}` }
  return { specversion: '1.0', id: uuidV7(), source, type, dataversion: version, ...about, data }
}

const changed = (userId: string) =>
  envelope(personChanged, {
    userId,
    username: 'jane',
    email: 'jane@example.org',
    firstName: 'Jane',
    lastName: 'Doe',
    isDisabled: true,
    createdAt: '2026-01-01T00:00:00.000Z',
  })
const requested = (userId: string, organizationIds: readonly number[]) =>
  envelope(masterAdminEvents.erasureRequested, { userId, organizationIds: [...organizationIds] })

async function note(organizationId: number, word: string) {
  await database.tenantTx(organizationId, (db) =>
    db.execute(sql`insert into notes values (${organizationId}, gen_random_uuid(), ${word})`),
  )
}
const notesOf = (organizationId: number) =>
  database.tenantTx(organizationId, async (db) =>
    (await db.select({ text: notes.text }).from(notes)).map((row) => row.text),
  )

async function erased(userId: string, organizationIds: readonly number[], times = 1) {
  await events.bus.publish('master-admin', [requested(userId, organizationIds)])
  return vi.waitFor(() => {
    const own = reports.filter((report) => report['userId'] === userId)
    expect(own).toHaveLength(times)
    return own.at(-1)
  }, patience)
}

test('a person is erased in every organization, and the others stay; an engine that was away is tried again', async () => {
  for (const organization of [1, 2]) for (const person of ['anna', 'bert']) await note(organization, person)
  await database.platformTx((db) =>
    db
      .insert(idempotencyKeys)
      .values({ personId: 'anna', key: 'k', route: 'r', bodySha256: 'b', state: 'done' }),
  )
  outages = 1
  expect(await erased('anna', [1, 2])).toEqual({
    userId: 'anna',
    stores: [
      { store: 'account', remaining: 0 },
      { store: 'table notes', remaining: 0 },
      { store: 'table idempotency_keys', remaining: 0 },
      { store: 'table quota_usage', remaining: 0 },
    ],
    logUntil: null,
  })
  expect([await notesOf(1), await notesOf(2)]).toEqual([['bert'], ['bert']])
  expect(await database.platformTx((db) => db.$count(idempotencyKeys))).toBe(0)
})

test('events of the log lose the name, and a late or replayed profile arrives without it', async () => {
  await events.bus.publish('team', [changed('carl'), changed('dora')])
  await vi.waitFor(() => expect(heard.filter(({ userId }) => userId === 'dora')).toHaveLength(1), patience)
  await erased('carl', [])
  await events.bus.publish('team', [changed('carl'), changed('dora')])
  await vi.waitFor(() => expect(heard.filter(({ userId }) => userId === 'dora')).toHaveLength(2), patience)
  await vi.waitFor(() => expect(heard.filter(({ userId }) => userId === 'carl')).toHaveLength(2), patience)
  const names = heard
    .filter(({ userId }) => userId === 'carl')
    .map(({ email, firstName }) => [email, firstName])
  expect(names).toEqual([
    ['jane@example.org', 'Jane'],
    [null, null],
  ])
  const all: EventEnvelope[] = []
  await events.bus.subscribe({
    group: 'reader',
    topics: ['team'],
    handle: async (event) => void all.push(event),
  })
  const emails = () =>
    all
      .filter(({ type, subject }) => type === personChanged.type && subject === 'carl')
      .map(({ data }) => data['email'])
  // The second one was published after the erasure; this service is not the topic's writer of it.
  await vi.waitFor(() => expect(emails()).toEqual([null, 'jane@example.org']), patience)
})

test('half a character in what somebody else has said stands in no erasure’s way', async () => {
  const { data } = personChanged
  const cut = { ...changed('fred').data, firstName: 'Fred\ud83d' }
  await database.platformTx((db) =>
    emitter(db, { source: 'team', organizationId: null })(personChanged, {
      ...{ subject: 'fred', data: data.parse(cut) },
    }),
  )
  await vi.waitFor(() => expect(heard.filter(({ userId }) => userId === 'fred')).toHaveLength(1), patience)
  expect(await erased('gina', [])).toMatchObject({ userId: 'gina', logUntil: null })
})

test('requested again, as for a restored database, it erases what is back', async () => {
  await note(3, 'emil')
  await erased('emil', [3])
  await note(3, 'emil')
  await erased('emil', [3], 2)
  expect(await notesOf(3)).toEqual([])
})
