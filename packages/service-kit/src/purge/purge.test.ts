import { purgeEvents } from '@portal/contracts/deletion'
import type { EventEnvelope } from '@portal/contracts/events'
import { masterAdminEvents } from '@portal/contracts/master-admin'
import { MemoryTenantStore } from '@portal/testkit/memory-tenant-store'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { said, sentenceConsumer } from '@portal/testkit/spoken-words'
import { openTestEventBus, type TestEventBus } from '@portal/testkit/test-event-bus'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Database, openDatabase } from '../database/open-database.ts'
import { defineService } from '../define-service.ts'
import { deadLetters as letters } from '../events/tables.ts'
import { type JobContext, job } from '../jobs/job.ts'
import { uuidV7 } from '../uuid-v7.ts'

const patience = { timeout: 20_000, interval: 20 }
const Payload = z.object({})
type Ports = { readonly things: MemoryTenantStore }
type Run = JobContext<Ports, object>
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

interface Running extends ServiceUnderTest {
  readonly database: Database
  readonly things: MemoryTenantStore
  readonly events: TestEventBus
  /** What the service answered, in order. */
  readonly answers: EventEnvelope['data'][]
}

/** A service that hears words, works in the background and keeps notes and things. */
async function service(work: (ctx: Run) => Promise<void> = async () => undefined): Promise<Running> {
  const things = new MemoryTenantStore()
  const long = longWork(work)
  const definition = defineService<Record<never, never>, Ports>({
    name: 'chat',
    api: {},
    verbs: {},
    consumers: [sentenceConsumer('team')],
    jobs: [long],
    migrations: notesMigrations,
  })
  const events = await openTestEventBus()
  closing.push(() => events.close())
  const under = await startUnderTest(definition, { ports: { things }, bus: events.bus })
  closing.push(() => under.stop())
  const database = openDatabase({ urls: under.urls, name: 'test' })
  closing.push(() => database.close())
  const answers: EventEnvelope['data'][] = []
  const { type } = purgeEvents('chat').organizationPurged
  await events.bus.tail({
    topics: ['chat'],
    handle: (event) => void (event.type === type && answers.push(event.data)),
  })
  return { ...under, database, things, events, answers }
}

function longWork(run: (ctx: Run) => Promise<void>) {
  return job<typeof Payload, Ports>('long-work', {
    payload: Payload,
    maxAttempts: 3,
    leaseMs: 60_000,
    concurrency: 1,
    run,
  })
}

function requested(organizationId: number): EventEnvelope {
  const { source, type } = masterAdminEvents.deletionRequested
  return {
    specversion: '1.0',
    id: uuidV7(),
    source,
    type,
    dataversion: 1,
    subject: String(organizationId),
    time: new Date().toISOString(),
    partitionkey: `platform/${organizationId}`,
    data: { organizationId, name: 'Halden Medical' },
  }
}

const word = (organizationId: number, subject = uuidV7()) =>
  said('team', { organizationId, subject, word: 'hello' })

/** Rows of an organization in every table, as text: equal before and after means byte for byte. */
async function rowsOf(database: Database, organizationId: number): Promise<Record<string, string>> {
  return database.purgeTx(organizationId, async (db) => {
    const tables = await db.execute<{ name: string }>(sql`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id' and table_name not in ('tombstones', 'purge_steps')`)
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const rows = await db.execute<{ row: string }>(
        sql`select t::text as row from ${sql.identifier(name)} t order by 1`,
      )
      if (rows.length > 0) found[name] = rows.map(({ row }) => row).join('\n')
    }
    return found
  })
}

/** Something of the organization in every store that a service has. */
async function furnish({ database, things, events }: Running, organizationId: number, notes = 1200) {
  await database.tenantTx(organizationId, async (db) => {
    await db.execute(
      sql`insert into notes select ${organizationId}, gen_random_uuid(), 'note ' || n from generate_series(1, ${notes}) n`,
    )
    await db.insert(letters).values({
      eventId: uuidV7(),
      consumer: 'chat',
      organizationId,
      key: 'team/letter',
      event: word(organizationId, 'letter'),
      reason: 'poison',
      tries: 5,
    })
    await db.execute(sql`insert into idempotency_keys (organization_id, person_id, key, route, body_sha256, state)
      values (${organizationId}, ${`person-${organizationId}`}, 'key', 'POST /x', 'x', 'done')`)
    // Later, so that no worker takes it during the test.
    await db.execute(sql`insert into jobs (id, organization_id, kind, subject, payload, run_at)
      values (gen_random_uuid(), ${organizationId}, 'long-work', 'waiting', '{}', now() + interval '1 hour')`)
  })
  things.put(organizationId, 'one')
  things.put(organizationId, 'two')
  await events.bus.publish('team', [word(organizationId)])
  await vi.waitFor(
    async () => expect(await rowsOf(database, organizationId)).toHaveProperty('inbox'),
    patience,
  )
}

test('everything of a deleted organization goes, batch by batch, with true counts; another organization stays byte for byte', async () => {
  const running = await service()
  const { database, things, events, answers } = running
  for (const organizationId of [1, 2]) await furnish(running, organizationId)
  const other = await rowsOf(database, 2)
  expect(Object.keys(await rowsOf(database, 1)).toSorted()).toEqual(Object.keys(other).toSorted())

  await events.bus.publish('master-admin', [requested(1)])
  await vi.waitFor(() => expect(answers).toHaveLength(1), patience)
  expect(answers[0]).toEqual({
    organizationId: 1,
    stores: [
      ['table dead_letters', 1],
      ['table idempotency_keys', 1],
      ['table inbox', 1],
      ['table jobs', 1],
      ['table notes', 1201],
      ['table outbox', 0],
      ['things', 2],
    ].map(([store, removed]) => ({ store, removed, remaining: 0 })),
  })
  await vi.waitFor(async () => expect(await rowsOf(database, 1)).toEqual({}), patience)
  expect(await rowsOf(database, 2)).toEqual(other)
  expect(things.things).toEqual(new Map([[2, ['one', 'two']]]))
})
