import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { type EventEnvelope, event, events } from '@portal/contracts/events'
import { alteredBus } from '@portal/testkit/altered-bus'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { openTestEventBus } from '@portal/testkit/test-event-bus'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { TransactionHandle } from '../database/connection-slot.ts'
import { type Database, type DatabaseUrls, openDatabase } from '../database/open-database.ts'
import { createLogger } from '../logger.ts'
import type { EventBus } from '../ports/event-bus.ts'
import { outbox } from '../tables.ts'
import { emitter } from './emit.ts'
import { startRelay } from './relay.ts'

const { counted } = events('counter', { counted: event('counter.counted', 1, { n: z.number() }) })
const log = createLogger({ service: 'counter', level: 'silent' })
const closing: (() => Promise<void>)[] = []
const patience = { timeout: 45_000, interval: 10 }

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Service {
  readonly urls: DatabaseUrls
  readonly database: Database
  readonly bus: EventBus
  readonly busUrl: string
  /** The log's events, in order. */
  readonly published: EventEnvelope[]
}

async function service(): Promise<Service> {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  const eventLog = await openTestEventBus()
  const database = openDatabase({ urls, name: 'test' })
  closing.push(
    drop,
    () => database.close(),
    () => eventLog.close(),
  )
  const published: EventEnvelope[] = []
  await eventLog.bus.tail({ topics: ['counter'], handle: (envelope) => void published.push(envelope) })
  return { urls, database, bus: eventLog.bus, busUrl: eventLog.url, published }
}

function relay(database: Database, bus: EventBus) {
  const running = startRelay({ database, bus, service: 'counter', log })
  closing.push(() => running.stop())
  return running
}

function emit(db: TransactionHandle, n: number, subject = 'one'): Promise<void> {
  return emitter(db, { source: 'counter', organizationId: 1 })(counted, { subject, data: { n } })
}

/** Numbers per key, in the order of their first arrival. */
function firstArrivals(envelopes: readonly EventEnvelope[]): Record<string, unknown[]> {
  const arrived = new Map<string, EventEnvelope>()
  for (const envelope of envelopes) if (!arrived.has(envelope.id)) arrived.set(envelope.id, envelope)
  const lanes = Map.groupBy(arrived.values(), (envelope) => envelope.subject)
  return Object.fromEntries([...lanes].map(([key, lane]) => [key, lane.map(({ data }) => data.n)]))
}

function waiting({ database }: Service): Promise<number> {
  return database.platformTx(async (db) => (await db.select({ seq: outbox.seq }).from(outbox)).length)
}

test('a committed event is published once and leaves the outbox; one rolled back never appears', async () => {
  const it = await service()
  relay(it.database, it.bus)
  await it.database.tenantTx(1, (db) => emit(db, 1))
  const undone = it.database.tenantTx(1, async (db) => {
    await emit(db, 2)
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  await it.database.tenantTx(1, (db) => emit(db, 3))
  await vi.waitFor(async () => expect(await waiting(it)).toBe(0), patience)
  await vi.waitFor(() => expect(it.published.map(({ data }) => data.n)).toEqual([1, 3]), patience)
})

test('a transaction that commits late is published late, and not skipped', async () => {
  const it = await service()
  relay(it.database, it.bus)
  const mayCommit = Promise.withResolvers<void>()
  const hasEmitted = Promise.withResolvers<void>()
  const late = it.database.tenantTx(1, async (db) => {
    await emit(db, 1, 'late')
    hasEmitted.resolve()
    await mayCommit.promise
  })
  await hasEmitted.promise
  await it.database.tenantTx(1, (db) => emit(db, 2, 'early'))
  await vi.waitFor(() => expect(it.published.map(({ data }) => data.n)).toEqual([2]), patience)
  await vi.waitFor(async () => expect(await waiting(it)).toBe(0), patience)
  mayCommit.resolve()
  await late
  await vi.waitFor(() => expect(it.published.map(({ data }) => data.n)).toEqual([2, 1]), patience)
})

test('while the bus is away events wait, and when it is back they are published in order', async () => {
  const it = await service()
  let isAway = true
  let attempts = 0
  const publish: EventBus['publish'] = (topic, batch) => {
    attempts += 1
    return isAway ? Promise.reject(new Error('away')) : it.bus.publish(topic, batch)
  }
  relay(it.database, alteredBus(it.bus, { publish }))
  for (let n = 0; n < 30; n += 1) await it.database.tenantTx(1, (db) => emit(db, n))
  await vi.waitFor(() => expect(attempts).toBeGreaterThan(1), patience)
  expect(await waiting(it)).toBe(30)
  isAway = false
  await vi.waitFor(() => expect(it.published).toHaveLength(30), patience)
  expect(it.published.map(({ data }) => data.n)).toEqual(Array.from({ length: 30 }, (_, n) => n))
})

test('of two relays one publishes; the other hands on hints and takes over', async () => {
  const it = await service()
  const other = openDatabase({ urls: it.urls, name: 'other' })
  closing.push(() => other.close())
  const active = relay(it.database, it.bus)
  await it.database.tenantTx(1, (db) => emit(db, 1))
  await vi.waitFor(() => expect(it.published).toHaveLength(1), patience)
  const byStandby: number[] = []
  const publish: EventBus['publish'] = (topic, batch) => {
    byStandby.push(...batch.map(({ data }) => Number(data.n)))
    return it.bus.publish(topic, batch)
  }
  relay(other, alteredBus(it.bus, { publish }))
  await other.tenantTx(1, (db) => emit(db, 2))
  await vi.waitFor(() => expect(it.published).toHaveLength(2), patience)
  expect(byStandby).toEqual([])
  await active.stop()
  await other.tenantTx(1, (db) => emit(db, 3))
  await vi.waitFor(() => expect(it.published).toHaveLength(3), patience)
  expect(byStandby).toEqual([3])
})

test('cut database connections neither stop a relay nor lose an event', async () => {
  const it = await service()
  relay(it.database, it.bus)
  const admin = openDatabase({ urls: { app: it.urls.owner, platform: it.urls.platform }, name: 'admin' })
  closing.push(() => admin.close())
  for (let n = 0; n < 40; n += 1) {
    await vi.waitFor(() => it.database.tenantTx(1, (db) => emit(db, n)), patience)
    if (n % 10 === 0) await cutPlatformSessions(admin)
  }
  await vi.waitFor(async () => expect(await waiting(it)).toBe(0), patience)
  await vi.waitFor(() => expect(Object.values(firstArrivals(it.published))[0]).toHaveLength(40), patience)
})

test('a relay killed in the middle of a batch loses nothing and keeps the order per key', async () => {
  const it = await service()
  await it.database.tenantTx(1, async (db) => {
    for (let n = 0; n < 100; n += 1) await emit(db, n, `key-${n % 3}`)
  })
  const script = createRequire(import.meta.url).resolve('@portal/testkit/half-publishing-process')
  const child = fork(script, [it.urls.platform, it.busUrl, 'counter'])
  await once(child, 'message')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await waiting(it)).toBe(100)
  relay(it.database, it.bus)
  await vi.waitFor(async () => expect(await waiting(it)).toBe(0), patience)
  await vi.waitFor(() => expect(it.published).toHaveLength(150), patience)
  const everyThird = (first: number) =>
    Array.from({ length: 100 }, (_, n) => n).filter((n) => n % 3 === first)
  expect(firstArrivals(it.published)).toEqual({
    'key-0': everyThird(0),
    'key-1': everyThird(1),
    'key-2': everyThird(2),
  })
})

async function cutPlatformSessions(admin: Database): Promise<void> {
  await admin.platformTx(async (db) => {
    await db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where usename = current_user and datname = current_database() and pid <> pg_backend_pid()`)
  })
}
