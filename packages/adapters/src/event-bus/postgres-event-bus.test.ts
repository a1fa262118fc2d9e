import { openDatabase } from '@portal/service-kit/database/open-database'
import { createLogger } from '@portal/service-kit/logger'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { describeEventBus } from '@portal/testkit/conformance/event-bus-suite'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openEventBus } from './open-event-bus.ts'
import { EventLog } from './postgres/event-log.ts'
import { openPostgresEventBus } from './postgres-event-bus.ts'

const log = createLogger({ service: 'test', level: 'silent' })

describeEventBus('postgres', async () => {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  const admin = openDatabase({ urls: { app: urls.owner, platform: urls.owner }, name: 'admin' })
  return {
    open: () => openPostgresEventBus(urls.owner, { name: 'test', log }),
    provision: async () => undefined,
    cutConnections: () =>
      admin.platformTx(async (db) => {
        await db.execute(sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`)
      }),
    stop: async () => {
      await admin.close()
      await drop()
    },
  }
})

test('redacted events lose what was named, of one person and type', async () => {
  await using database = await createTestDatabase(notesMigrations)
  const { owner } = database.urls
  const bus = await openEventBus(`log:${owner}`, { name: 'test', log })
  const event = (type: string, userId: string) => ({
    ...{ specversion: '1.0' as const, id: uuidV7(), source: 'team', type, dataversion: 1, subject: userId },
    ...{ time: new Date().toISOString(), partitionkey: `platform/${userId}` },
    data: { userId, email: 'a@b.example', role: 'admin' },
  })
  await bus.publish('team', [event('x', 'anna'), event('y', 'anna'), event('x', 'bert')])
  expect(await bus.redact('team', { type: 'x', userId: 'anna', values: { email: null } })).toBeNull()
  const admin = openDatabase({ urls: { app: owner, platform: owner }, name: 'test' })
  const emails = (await new EventLog(admin).read('team', 0, 10)).map(({ event: { data } }) => data)
  expect(emails).toEqual([
    { userId: 'anna', email: null, role: 'admin' },
    { userId: 'anna', email: 'a@b.example', role: 'admin' },
    { userId: 'bert', email: 'a@b.example', role: 'admin' },
  ])
  await admin.close()
  await bus.close()
})

test('events older than the retention are removed, and readers behind them go on with what is left', async () => {
  await using database = await createTestDatabase(notesMigrations)
  const { owner } = database.urls
  const admin = openDatabase({ urls: { app: owner, platform: owner }, name: 'test' })
  const eventLog = new EventLog(admin)
  const event = (n: number) => ({
    specversion: '1.0' as const,
    id: uuidV7(),
    source: 'team',
    type: 'thing.happened',
    dataversion: 1,
    subject: 'a',
    time: new Date().toISOString(),
    partitionkey: 'platform/a',
    data: { n },
  })
  await eventLog.append('team', [event(1), event(2)])
  await admin.platformTx((db) =>
    db.execute(sql`update log set published_at = now() - interval '15 days' where position = 1`),
  )
  await eventLog.trim(14 * 86_400_000)
  expect(await eventLog.read('team', 0, 10)).toMatchObject([{ position: 2, event: { data: { n: 2 } } }])
  expect(await eventLog.lag('group', ['team', 'unknown'])).toEqual([
    { topic: 'team', behind: 1 },
    { topic: 'unknown', behind: 0 },
  ])
  await admin.close()
})

test('an address that no adapter speaks is refused in one sentence', async () => {
  await expect(openEventBus('amqp://localhost', { name: 'test', log })).rejects.toThrow(
    'No event bus speaks amqp: use log:postgres://user:password@host:port/database or kafka://host:port.',
  )
})

test('a bus whose database is away says so', async () => {
  const bus = await openEventBus('log:postgres://nobody@127.0.0.1:1/events', { name: 'test', log })
  await expect(bus.check()).rejects.toThrow('The event log in Postgres does not answer.')
  await bus.close()
})
