import { purgeEvents } from '@portal/contracts/deletion'
import type { EventEnvelope } from '@portal/contracts/events'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { defineService } from '@portal/service-kit/define-service'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { deadLetters } from '@portal/service-kit/tables'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { MemoryTenantStore } from './memory-tenant-store.ts'
import { notesMigrations } from './notes-migrations.ts'
import { rowsOf } from './organization-rows.ts'
import { type ServiceUnderTest, startUnderTest } from './service-under-test.ts'
import { said, sentenceConsumer } from './spoken-words.ts'
import { openTestEventBus, type TestEventBus } from './test-event-bus.ts'

/** How long a purge may take. */
export const patience = { timeout: 45_000, interval: 20 }

export type Ports = { readonly things: MemoryTenantStore }
const Payload = z.object({})

/** The service's background job, as it is enqueued. */
export const longWork = (run: (ctx: JobContext<Ports, object>) => Promise<void>) =>
  job<typeof Payload, Ports>('long-work', {
    payload: Payload,
    maxAttempts: 3,
    leaseMs: 60_000,
    concurrency: 1,
    run,
  })

/** A service that consumes words, runs jobs and keeps notes and things. */
export interface PurgedService extends ServiceUnderTest {
  readonly database: Database
  readonly things: MemoryTenantStore
  readonly events: TestEventBus
  /** Its reports on requests for deletion, in order. */
  readonly reports: EventEnvelope['data'][]
}

/** Starts it, with `work` as its background job. */
export async function startPurgedService(
  work: (ctx: JobContext<Ports, object>) => Promise<void> = async () => undefined,
): Promise<PurgedService> {
  const things = new MemoryTenantStore()
  const definition = defineService<Record<never, never>, Ports, 'chat'>({
    name: 'chat',
    api: {},
    verbs: {},
    consumers: [sentenceConsumer('team')],
    jobs: [longWork(work)],
    migrations: notesMigrations,
  })
  const events = await openTestEventBus()
  const under = await startUnderTest(definition, { ports: { things }, bus: events.bus })
  const database = openDatabase({ urls: under.urls, name: 'test' })
  const reports: EventEnvelope['data'][] = []
  const { type } = purgeEvents('chat').organizationPurged
  await events.bus.tail({
    topics: ['chat'],
    handle: (event) => void (event.type === type && reports.push(event.data)),
  })
  const stop = async () => {
    await database.close()
    await under.stop()
    await events.close()
  }
  return { ...under, database, things, events, reports, stop }
}

/** An event of an organization. */
export const word = (organizationId: number, subject = uuidV7()): EventEnvelope =>
  said('team', { organizationId, subject, word: 'hello' })

/** Fills every store of the service for an organization; returns the expected counts. */
export async function furnish({ database, things }: PurgedService, organizationId: number, notes = 1200) {
  await database.tenantTx(organizationId, async (db) => {
    await db.execute(sql`
      insert into notes select ${organizationId}, gen_random_uuid(), 'note ' || n from generate_series(1, ${notes}) n`)
    await db.insert(deadLetters).values({
      eventId: uuidV7(),
      consumer: 'chat',
      organizationId,
      key: 'team/letter',
      event: word(organizationId, 'letter'),
      reason: 'poison',
      tries: 5,
    })
    await db.execute(sql`insert into inbox (event_id, consumer, organization_id)
      values (gen_random_uuid(), 'chat', ${organizationId})`)
    await db.execute(sql`insert into idempotency_keys (organization_id, person_id, key, route, body_sha256, state)
      values (${organizationId}, ${`person-${organizationId}`}, 'key', 'POST /x', 'x', 'done')`)
    // Scheduled for later, so that no worker takes it during the test.
    await db.execute(sql`insert into jobs (id, organization_id, kind, subject, payload, run_at)
      values (gen_random_uuid(), ${organizationId}, 'long-work', 'waiting', '{}', now() + interval '1 hour')`)
  })
  things.put(organizationId, 'one')
  things.put(organizationId, 'two')
  const stores = [
    ['table dead_letters', 1],
    ['table idempotency_keys', 1],
    ['table inbox', 1],
    ['table jobs', 1],
    ['table notes', notes],
    ['table outbox', 0],
    ['table quota_usage', 0],
    ['things', 2],
  ]
  return { organizationId, stores: stores.map(([store, removed]) => ({ store, removed, remaining: 0 })) }
}

/** Resolves when nothing of an organization is left anywhere. */
export async function untilNothingIsLeft(
  { database, things }: PurgedService,
  organizationId: number,
): Promise<void> {
  await vi.waitFor(async () => {
    expect(await rowsOf(database, organizationId)).toEqual({})
    expect(things.things.has(organizationId)).toBe(false)
  }, patience)
}
