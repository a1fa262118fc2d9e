import { notesMigrations } from '@portal/testkit/notes-migrations'
import { createTestDatabase } from '@portal/testkit/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from './open-database.ts'
import { OrganizationDeleted } from './organization-deleted.ts'

const isReadOnly = true
const closing: (() => Promise<void>)[] = []
let database: Database
let watcher: Database

beforeAll(async () => {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  // One connection per role, so that each transaction runs on its predecessor's connection.
  database = openDatabase({ urls, name: 'reader', appConnections: 1, platformConnections: 1 })
  watcher = openDatabase({ urls, name: 'watcher', appConnections: 1, platformConnections: 1 })
  closing.push(
    drop,
    () => watcher.close(),
    () => database.close(),
  )
  for (const organizationId of [1, 2])
    await database.tenantTx(organizationId, (db) =>
      db.execute(
        sql`insert into notes values (${organizationId}, gen_random_uuid(), ${`note ${organizationId}`})`,
      ),
    )
})

afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const texts = async (organizationId: number) => {
  const rows = await database.tenantTx(organizationId, (db) => db.execute(sql`select text from notes`), {
    isReadOnly,
  })
  return rows.map(({ text }) => text)
}

it('reads of different organizations that share a connection never see each other, at once or in turn', async () => {
  for (let round = 0; round < 20; round += 1) {
    const organizations = [1, 2, 2, 1, 3]
    const seen = await Promise.all(organizations.map(texts))
    expect(seen).toEqual(organizations.map((id) => (id === 3 ? [] : [`note ${id}`])))
    expect(await texts(2)).toEqual(['note 2'])
  }
})

it('a write between reads commits, and the next read sees it', async () => {
  await texts(4)
  await database.tenantTx(4, (db) =>
    db.execute(sql`insert into notes values (4, gen_random_uuid(), 'written')`),
  )
  expect(await texts(4)).toEqual(['written'])
})

it('a write is refused, whatever came before it on the connection', async () => {
  const write = () =>
    database.tenantTx(1, (db) => db.execute(sql`insert into notes values (1, gen_random_uuid(), 'no')`), {
      isReadOnly,
    })
  const refused = { cause: { code: '25006' } }
  await expect(write()).rejects.toMatchObject(refused)
  await texts(1)
  await expect(write()).rejects.toMatchObject(refused)
  expect(await texts(1)).toEqual(['note 1'])
})

it('an organization that was deleted is refused, and the connection serves the next one', async () => {
  await database.platformTx((db) => db.execute(sql`insert into tombstones (organization_id) values (9)`))
  await texts(1)
  await expect(texts(9)).rejects.toThrow(OrganizationDeleted)
  expect(await texts(2)).toEqual(['note 2'])
  await expect(texts(9)).rejects.toThrow(OrganizationDeleted)
})

it('a connection that nobody needs holds no transaction open', async () => {
  await texts(1)
  await vi.waitFor(async () => {
    const open = await watcher.platformTx((db) =>
      db.execute(sql`
        select state from pg_stat_activity
        where application_name = 'reader' and datname = current_database() and state <> 'idle'`),
    )
    expect(open).toEqual([])
  })
})

it('a backend that is killed between two reads fails at most one of them', async () => {
  await texts(1)
  await watcher.tenantTx(1, (db) =>
    db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'reader' and datname = current_database() and usename = current_user`),
  )
  await texts(1).catch((error: unknown) => expect(error).toMatchObject({ name: 'DatabaseUnavailable' }))
  expect(await Promise.all([texts(1), texts(2)])).toEqual([['note 1'], ['note 2']])
})
