import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { purgeEvents } from '@portal/contracts/deletion'
import type { EventEnvelope } from '@portal/contracts/events'
import { sweepDeletedDocuments } from '@portal/documents-service/documents/purge-deleted'
import { service as documents } from '@portal/documents-service/service'
import { migrate } from '@portal/service-kit/database/migrate'
import { type Database, type DatabaseUrls, openDatabase } from '@portal/service-kit/database/open-database'
import { openSession } from '@portal/service-kit/database/open-session'
import { enqueuer } from '@portal/service-kit/jobs/enqueue'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import { deletionRequested } from '@portal/testkit/deletion-requested'
import { rowsOf } from '@portal/testkit/organization-rows'
import { createTestDatabase } from '@portal/testkit/test-database'
import { openTestEventBus, type TestEventBus } from '@portal/testkit/test-event-bus'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { openAsAdministrator } from '../isolation/tenant-tables.ts'

const patience = { timeout: 90_000, interval: 10 }
const passages = 5000
const files = 40
const lock = 'the third batch'
const program = fileURLToPath(new URL('../../services/documents/src/main.ts', import.meta.url))
const closing: (() => Promise<unknown>)[] = []
const answers: EventEnvelope['data'][] = []
let environment: Record<string, string>
let events: TestEventBus
let urls: DatabaseUrls
let database: Database
let blobs: BlobStore
let child: ChildProcess | null = null

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-killed-'))
  closing.push(() => rm(folder, { recursive: true }))
  const made = await createTestDatabase(documents.migrations)
  closing.push(made.drop)
  urls = made.urls
  await migrate(urls, documents.migrations)
  database = openDatabase({ urls, name: 'test' })
  closing.push(() => database.close())
  events = await openTestEventBus()
  closing.push(() => events.close())
  const { type } = purgeEvents('documents').organizationPurged
  const heard = {
    topics: ['documents'],
    handle: (event: EventEnvelope) => void (event.type === type && answers.push(event.data)),
  }
  await events.bus.tail(heard)
  environment = {
    DATABASE_OWNER_URL: urls.owner,
    DATABASE_APP_URL: urls.app,
    DATABASE_PLATFORM_URL: urls.platform,
    EVENTS_URL: events.url,
    GATEWAY_URL: 'http://127.0.0.1:9',
    MASTER_ADMIN_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
    BLOBS_URL: `file:${join(folder, 'files')}`,
    PARSER_URL: 'local:',
    EMBEDDER_URL: 'onnx:e5-small-v2-int8',
    SEARCH_URL: `sqlite:${join(folder, 'search')}`,
  }
  blobs = await openBlobStore(environment.BLOBS_URL ?? '')
  // An index that has lost nothing: a start would encode everything again.
  await mkdir(join(folder, 'search'))
  await writeFile(join(folder, 'search', 'organization-3.sqlite'), '')
}, 240_000)
afterEach(kill)
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

function start(): void {
  child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  })
}

/** Like a power failure: nothing shuts down gracefully. */
async function kill(): Promise<void> {
  if (child?.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** A document with thousands of passages and some files, without parsing and embedding. */
async function addDocument(organizationId: number): Promise<void> {
  const id = crypto.randomUUID()
  await database.tenantTx(organizationId, async (db) => {
    await db.execute(sql`insert into documents (organization_id, id, custom_id, title, created_by)
      values (${organizationId}, ${id}, 'DOC-1', 'Long', 'p')`)
    await db.execute(sql`insert into versions (organization_id, id, document_id, number, title, file_name, file_type, size_bytes, sha256, blob_key, status, created_by)
      values (${organizationId}, ${id}, ${id}, 1, 'Long', 'long.txt', 'txt', 1, 'x', 'x', 'approved', 'p')`)
    await db.execute(sql`insert into passages (organization_id, id, version_id, ordinal, start_offset, end_offset, heading_path, text, content_hash)
      select ${organizationId}, gen_random_uuid(), ${id}, n, n, n, '{}', repeat('word ', 25), n::text from generate_series(1, ${passages}) n`)
  })
  for (let file = 0; file < files; file += 1)
    await blobs.put(`org/${organizationId}/${crypto.randomUUID()}`, new Uint8Array(100))
}

/** Blocks a purge of passages at this point while the lock is held, so that it is killed there. */
async function blockPurgeAt(count: number): Promise<void> {
  const administrator = openAsAdministrator(urls)
  await administrator.platformTx(async (db) => {
    await db.execute(
      sql.raw(`create function hold_back() returns trigger language plpgsql as $$ begin
        if exists (select from purge_steps where store = 'table passages' and removed >= ${count}) then
          perform pg_advisory_xact_lock(hashtextextended('${lock}', 0));
        end if;
        return null;
      end $$`),
    )
    await db.execute(sql`create trigger hold_back before delete on passages execute function hold_back()`)
  })
  await administrator.close()
}

/** Blocks a sweep of deleted documents at its versions, when their files are gone already. */
async function blockSweep(): Promise<void> {
  const administrator = openAsAdministrator(urls)
  await administrator.platformTx(async (db) => {
    await db.execute(
      sql.raw(`create function hold_sweep() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock(hashtextextended('${lock}', 0));
        return null;
      end $$`),
    )
    await db.execute(sql`create trigger hold_sweep before delete on versions execute function hold_sweep()`)
  })
  await administrator.close()
}

/** How many of a store's items are recorded as removed. */
async function removed(organizationId: number, store: string): Promise<number> {
  const [row] = await database.platformTx((db) =>
    db.execute<{ removed: number }>(sql`
      select removed::int from purge_steps where organization_id = ${organizationId} and store = ${store}`),
  )
  return row?.removed ?? 0
}

const documentsOf = (organizationId: number) =>
  database.tenantTx(organizationId, async (db) => (await db.execute(sql`select from documents`)).length)

const answered = (organizationId: number) =>
  vi.waitFor(() => {
    const answer = answers.find((one) => one.organizationId === organizationId)
    expect(answer?.stores).toEqual(
      expect.arrayContaining([
        { store: 'table passages', removed: passages, remaining: 0 },
        { store: 'table versions', removed: 1, remaining: 0 },
        { store: 'table documents', removed: 1, remaining: 0 },
        { store: 'files', removed: files, remaining: 0 },
      ]),
    )
  }, patience)

it('killed with -9 in the middle of a table, before its engines and at once after a start, a purge of 5,000 passages ends as one that was not, within seconds', async () => {
  for (const organizationId of [1, 2, 3]) await addDocument(organizationId)
  const other = await rowsOf(database, 3)
  await blockPurgeAt(1000)
  const holder = await openSession(urls.platform, 'holder')
  expect(await holder.tryLock(lock)).toBe(true)
  start()
  await events.bus.publish('master-admin', [deletionRequested(1)])
  await vi.waitFor(async () => expect(await removed(1, 'table passages')).toBe(1000), patience)
  await kill()
  expect(await blobs.countOf(1)).toBe(files)
  await holder.close()

  start()
  await vi.waitFor(async () => expect(await removed(1, 'table passages')).toBe(passages), patience)
  await kill()
  start()
  await answered(1)
  expect(await rowsOf(database, 1)).toEqual({})
  expect(await blobs.countOf(1)).toBe(0)

  const begun = performance.now()
  await events.bus.publish('master-admin', [deletionRequested(2)])
  await answered(2)
  // Takes a second or two on an idle machine.
  expect(performance.now() - begun).toBeLessThan(30_000)
  expect(await rowsOf(database, 3)).toEqual(other)
  expect(await blobs.countOf(3)).toBe(files)
}, 480_000)

it('killed with -9 between the file and the rows of a document deleted 30 days ago, the sweep removes it after the next start, and another one stays', async () => {
  await addDocument(4)
  await addDocument(5)
  const file = `org/4/${crypto.randomUUID()}`
  await blobs.put(file, new Uint8Array(100))
  await database.tenantTx(4, (db) =>
    db.execute(
      sql`with gone as (update documents set deleted_at = now()) update versions set blob_key = ${file}`,
    ),
  )
  const other = await rowsOf(database, 5)
  await blockSweep()
  const holder = await openSession(urls.platform, 'holder')
  expect(await holder.tryLock(lock)).toBe(true)
  const platformTx: Parameters<typeof sweepDeletedDocuments>[0]['platformTx'] = (work) =>
    database.platformTx((db) => work(db, (organizationId) => enqueuer(db, { organizationId })))
  await sweepDeletedDocuments({ platformTx }, Date.now() + 31 * 86_400_000)
  start()
  await vi.waitFor(async () => expect(await blobs.countOf(4)).toBe(files), patience)
  await kill()
  expect(await rowsOf(database, 4)).toMatchObject({ documents: [expect.any(String)] })
  await holder.close()

  start()
  // All rows are read as text only once the many have gone.
  await vi.waitFor(async () => expect(await documentsOf(4)).toBe(0), { ...patience, timeout: 150_000 })
  await vi.waitFor(async () => expect(await rowsOf(database, 4)).toEqual({}), patience)
  expect(await rowsOf(database, 5)).toEqual(other)
}, 300_000)
