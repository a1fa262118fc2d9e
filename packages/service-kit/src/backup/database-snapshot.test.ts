import { setImmediate } from 'node:timers/promises'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { DatabaseSnapshot } from './database-snapshot.ts'

/** Reads what a snapshot copies, and keeps nothing. */
async function drain(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  for await (const _ of chunks) await setImmediate()
  return 1
}

async function openNotes() {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  onTestFinished(drop)
  const database = openDatabase({ urls, name: 'notes' })
  onTestFinished(() => database.close())
  const owner = postgres(urls.owner, { max: 1, onnotice: () => undefined })
  onTestFinished(() => owner.end({ timeout: 1 }))
  const read = () => database.tenantTx(1, (db) => db.execute(sql`select text from notes`))
  return { urls, owner, read }
}

test('a part that starts while its tables are copied waits for none, and nobody waits for it', async () => {
  const { urls, read } = await openNotes()
  await using snapshot = await DatabaseSnapshot.open(urls.owner)
  const seen: number[] = []
  await snapshot.copy(async ({ name }, chunks) => {
    const parts = await drain(chunks)
    if (name === 'notes') {
      await migrate(urls, notesMigrations)
      seen.push((await read()).length)
    }
    return parts
  })
  expect(seen).toEqual([0])
})

test('what a start must change while its tables are copied, it changes afterwards; readers go on', async () => {
  const { urls, owner, read } = await openNotes()
  await owner`drop policy tenant on notes`
  const snapshot = await DatabaseSnapshot.open(urls.owner)
  await snapshot.copy((_, chunks) => drain(chunks))
  const migrating = migrate(urls, notesMigrations)
  const waiting = () => owner`select from pg_locks where not granted and relation = 'notes'::regclass`
  await vi.waitFor(async () => expect(await waiting()).not.toHaveLength(0), { interval: 20 })
  expect(await read()).toHaveLength(0)
  await snapshot[Symbol.asyncDispose]()
  await migrating
  expect(
    await owner`select from pg_policies where tablename = 'notes' and policyname = 'tenant'`,
  ).toHaveLength(1)
})

test.each([1, 70, 90, 110, 150, 1000, 3000])(
  'copies %i rows of 1 KB to a store that is slower than Postgres, and then the other tables',
  async (rows) => {
    const { urls, drop } = await createTestDatabase(notesMigrations)
    onTestFinished(drop)
    const database = openDatabase({ urls, name: 'notes' })
    await database.tenantTx(1, (db) =>
      db.execute(sql`insert into notes (organization_id, id, text)
        select 1, gen_random_uuid(), repeat('x', 1000) from generate_series(1, ${rows}::int)`),
    )
    await database.close()
    let bytes = 0
    await using snapshot = await DatabaseSnapshot.open(urls.owner)
    const copy = await snapshot.copy(async (_, chunks) => {
      for await (const chunk of chunks) {
        bytes += chunk.byteLength
        await setImmediate()
      }
      return 1
    })
    expect(copy.tables.find(({ name }) => name === 'notes')?.rows).toBe(rows)
    expect(bytes).toBeGreaterThan(1000 * rows)
  },
)
