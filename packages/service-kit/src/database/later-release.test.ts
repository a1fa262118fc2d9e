import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Migrations, migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-later-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The migrations of the next release: it adds a table without organizations. */
async function laterMigrations(): Promise<Migrations> {
  await cp(fileURLToPath(notesMigrations.folder), folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  const [{ when, ...entry }] = journal.entries.slice(-1)
  journal.entries.push({ ...entry, idx: entry.idx + 1, when: when + 1, tag: '9999_facts' })
  await writeFile(file, JSON.stringify(journal))
  await writeFile(join(folder, '9999_facts.sql'), 'CREATE TABLE "facts" ("fact" text NOT NULL);')
  return { folder: pathToFileURL(`${folder}/`), platformTables: ['facts'] }
}

it('an instance of the former release that starts on the schema of the next one serves, and takes nothing from it', async () => {
  await using own = await createTestDatabase(notesMigrations)
  await migrate(own.urls, await laterMigrations())
  await migrate(own.urls, notesMigrations)
  const database = openDatabase({ urls: own.urls, name: 'test' })
  await database.platformTx((db) => db.execute(sql`insert into facts values ('kept')`))
  const facts = await database.platformTx((db) => db.execute(sql`select fact from facts`))
  await database.close()
  expect([...facts]).toEqual([{ fact: 'kept' }])
})
