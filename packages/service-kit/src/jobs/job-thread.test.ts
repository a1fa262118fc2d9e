import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Database, type DatabaseUrls, openDatabase } from '../database/open-database.ts'
import { createLogger } from '../logger.ts'
import { enqueuer } from './enqueue.ts'
import { HintBridge, startJobThread } from './job-thread.ts'

const patience = { timeout: 45_000, interval: 10 }
const kind = { kind: 'note-thread', payload: z.object({ dies: z.boolean() }) }
const closing: (() => Promise<void>)[] = []
let [database, urls]: [Database, DatabaseUrls] = [undefined as never, undefined as never]

beforeEach(async () => {
  const made = await createTestDatabase(notesMigrations)
  urls = made.urls
  database = openDatabase({ urls, name: 'test' })
  closing.push(made.drop, () => database.close())
})

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

function start() {
  const module = new URL('./job-thread-worker.fixture.ts', import.meta.url)
  const log = createLogger({ service: 'test', level: 'silent' })
  const thread = startJobThread(
    { module, give: () => ({ data: urls }), kinds: [kind.kind] },
    { database, log },
  )
  closing.push(() => thread.stop())
  return thread
}

function enqueue(subject: string, dies = false): Promise<void> {
  return database.tenantTx(7, (db) =>
    enqueuer(db, { organizationId: 7 })(kind, { subject, payload: { dies } }),
  )
}

async function notes(): Promise<unknown[]> {
  const rows = await database.tenantTx(7, (db) => db.execute<{ text: string }>(sql`select text from notes`))
  return rows.map(({ text }) => text)
}

test('jobs run in another thread than the requests', async () => {
  start()
  await enqueue('one')
  await vi.waitFor(
    async () => expect(await notes()).toEqual([expect.stringMatching(/^thread [1-9]/)]),
    patience,
  )
})

test('a thread that ends in the middle of a job is replaced, and the job is done once', async () => {
  start()
  await enqueue('one', true)
  await vi.waitFor(async () => expect(await notes()).toHaveLength(1), patience)
  await enqueue('two')
  await vi.waitFor(async () => expect(await notes()).toHaveLength(2), patience)
  expect(new Set(await notes()).size).toBe(1)
})

test('a stopped thread takes no more jobs', async () => {
  const thread = start()
  await enqueue('one')
  await vi.waitFor(async () => expect(await notes()).toHaveLength(1), patience)
  await thread.stop()
  await enqueue('two')
  const [waiting] = await database.platformTx((db) =>
    db.execute<{ subject: string; lease: string | null }>(
      sql`select subject, lease_owner as lease from jobs`,
    ),
  )
  expect(waiting).toEqual({ subject: 'two', lease: null })
})

test('commits of either side wake the other, and not themselves again', async () => {
  const sent: string[] = []
  const woken: string[] = []
  database.onHint('jobs', () => woken.push('jobs'))
  const bridge = new HintBridge(database, (hint) => sent.push(hint))
  await enqueue('one')
  expect([sent, woken]).toEqual([['jobs'], ['jobs']])
  bridge.receive('jobs')
  expect([sent, woken]).toEqual([['jobs'], ['jobs', 'jobs']])
  bridge.close()
})
