import { event, events } from '@portal/contracts/events'
import { Metrics } from '@portal/telemetry/metrics'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Database, openDatabase } from '../database/open-database.ts'
import { emitter } from '../outbox/emit.ts'
import { EngineUnavailable } from '../ports/engine-unavailable.ts'
import type { EventBus } from '../ports/event-bus.ts'
import { type BacklogSources, backlogReader, exposeBacklog } from './backlog.ts'

const { counted } = events('counter', { counted: event('counter.counted', 1, { n: z.number() }) })
const groups: BacklogSources['groups'] = [{ group: 'reader', topics: ['counter'] }]
let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const made = await createTestDatabase(notesMigrations)
  drop = made.drop
  database = openDatabase({ urls: made.urls, name: 'test' })
  await database.tenantTx(1, (db) =>
    emitter(db, { source: 'counter', organizationId: 1 })(counted, { subject: 'one', data: { n: 1 } }),
  )
})
afterAll(async () => {
  await database.close()
  await drop()
})

const reading = (lag: EventBus['lag']) => backlogReader({ database, bus: { lag }, groups })

it('shows how far each consumer group is behind', async () => {
  const { lag } = await reading(async () => [{ topic: 'counter', behind: 3 }])()
  expect(lag).toEqual([{ consumer: 'reader', topic: 'counter', behind: 3 }])
})

it.each<[string, EventBus['lag']]>([
  ['is away', () => Promise.reject(new EngineUnavailable('It is away.', 1))],
  ['does not answer', () => new Promise(() => undefined)],
])('shows what waits to be published while the event log %s', async (_, lag) => {
  const metrics = new Metrics()
  const read = reading(lag)
  exposeBacklog(metrics, read)
  const exposed = new Map((await metrics.read()).map(({ name, samples }) => [name, samples]))
  expect(exposed.get('portal_outbox_events')).toEqual([{ suffix: '', labels: {}, value: 1 }])
  expect(exposed.get('portal_event_lag')).toEqual([])
  expect((await read()).lag).toBeNull()
})

it('has no samples while the database does not answer, and says so at once', async () => {
  const metrics = new Metrics()
  exposeBacklog(metrics, () => Promise.reject(new Error('It is away.')))
  const families = await metrics.read()
  expect(families.map(({ name }) => name)).toContain('portal_outbox_events')
  expect(families.flatMap(({ samples }) => samples)).toEqual([])
})
