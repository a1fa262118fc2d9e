import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { EventEnvelope } from '@portal/contracts/events'
import { openDatabase } from '@portal/service-kit/database/open-database'
import type { BlobEntry, BlobStore } from '@portal/service-kit/ports/blob-store'
import { deletionRequested } from '@portal/testkit/deletion-requested'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { openTemporaryBlobs } from '@portal/testkit/temporary-blobs'
import { createEmptyDatabase, createTestDatabase } from '@portal/testkit/test-database'
import { openTestEventBus } from '@portal/testkit/test-event-bus'
import { expect, onTestFinished, test } from 'vitest'
import { backupKeys } from './backup-manifest.ts'
import { BackupStore } from './backup-store.ts'
import { takeBackup } from './take-backup.ts'

async function openBlobs(): Promise<BlobStore> {
  const { blobs, close } = await openTemporaryBlobs()
  onTestFinished(close)
  return blobs
}

/** An empty store, and what happens before it is copied. */
async function emptyAfter(happens: () => Promise<unknown>): Promise<BlobStore> {
  const nothing = await openBlobs()
  async function* list(prefix: string): AsyncIterable<BlobEntry> {
    await happens()
    yield* nothing.list(prefix)
  }
  return Object.assign(await openBlobs(), { list })
}

async function openPart() {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  onTestFinished(drop)
  const database = openDatabase({ urls: { app: urls.owner, platform: urls.owner }, name: 'test' })
  onTestFinished(() => database.close())
  const inTransaction = () =>
    database.platformTx((db) =>
      db.execute(`select query from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`),
    )
  return { url: urls.owner, inTransaction }
}

test('a backup is of one moment: later events are not in it, and no database waits for the files', async () => {
  const events = await openTestEventBus()
  onTestFinished(events.close)
  const notes = await openPart()
  const publish = (event: EventEnvelope) => events.bus.publish(event.source, [event])
  const [early, late] = [deletionRequested(1), deletionRequested(2)]
  const ahead = { ...deletionRequested(3), time: new Date(Date.now() + 600_000).toISOString() }
  const open: unknown[] = []
  const store = new BackupStore(await openBlobs(), '2026-11-29T18-00-00-000Z')

  const manifest = await takeBackup(
    {
      ...{ databases: new Map([['notes', notes.url]]), keycloak: null },
      heads: await emptyAfter(async () => {
        await publish(early)
        await publish(ahead)
      }),
      blobs: await emptyAfter(async () => {
        open.push(...(await notes.inTransaction()))
        await publish({ ...late, time: new Date().toISOString() })
      }),
      ...{ bus: events.bus, groups: [], installation: (async function* () {})() },
    },
    store,
    () => undefined,
  )

  expect(manifest).toMatchObject({ events: 1, databases: { notes: { tables: expect.any(Array) } } })
  const kept = JSON.parse(new TextDecoder().decode(await store.get(backupKeys.events)))
  expect(kept).toEqual([early])
  expect(open).toEqual([])
})

/** Leads to a database; before the first statement of a snapshot gets there, something happens. */
async function readAfter(url: string, happens: () => Promise<unknown>): Promise<string> {
  const { hostname, port } = new URL(url)
  const server = createServer((outer) => {
    const inner = connect(Number(port), hostname)
    const held = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        if (chunk.includes('select 1')) await happens()
        yield chunk
      }
    }
    // Its client hangs up at the end.
    for (const way of [pipeline(outer, held, inner), pipeline(inner, outer)]) way.catch(() => undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => void (await once(server.close(), 'close')))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a numbered port.')
  return Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(address.port) }).href
}

test.each(['identity', 'keycloak'])(
  'whoever is bound to an account in a part has it in the backup: %s is read after the parts',
  async (provider) => {
    const events = await openTestEventBus()
    onTestFinished(events.close)
    const { urls, drop } =
      provider === 'identity' ? await createTestDatabase(notesMigrations) : await createEmptyDatabase()
    onTestFinished(drop)
    const accounts = openDatabase({ urls: { app: urls.owner, platform: urls.owner }, name: provider })
    onTestFinished(() => accounts.close())
    await accounts.platformTx((db) => db.execute('create table accounts (id text primary key)'))
    const part = await readAfter((await openPart()).url, () =>
      accounts.platformTx((db) => db.execute(`insert into accounts values ('ada')`)),
    )
    const blobs = await openBlobs()

    const { databases, keycloak } = await takeBackup(
      {
        ...(provider === 'identity'
          ? { databases: new Map(Object.entries({ identity: urls.owner, team: part })), keycloak: null }
          : { databases: new Map([['team', part]]), keycloak: urls.owner }),
        ...{ blobs, heads: blobs, bus: events.bus, groups: [], installation: (async function* () {})() },
      },
      new BackupStore(blobs, '2026-11-29T18-00-00-000Z'),
      () => undefined,
    )

    const { tables = [] } = databases['identity'] ?? keycloak ?? {}
    expect(tables.find(({ name }) => name === 'accounts')).toMatchObject({ rows: 1 })
  },
)
