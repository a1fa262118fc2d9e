import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import type { DatabaseCopy, TableCopy } from './database-copy.ts'

/** Where a table's rows come from, in order. */
export type RowsOf = (table: TableCopy) => AsyncIterable<Uint8Array>

interface Reference {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Fills a migrated, empty database with a copy, in one transaction. Throws a sentence if it has
 * rows, other migrations than the copy, or if rows are missing.
 */
export async function loadDatabase(ownerUrl: string, copy: DatabaseCopy, rowsOf: RowsOf): Promise<void> {
  const client = postgres(ownerUrl, { max: 1, onnotice: () => undefined })
  try {
    await assertSameMigrations(client, copy)
    await client.begin(async (db) => {
      const references = await dropReferences(db)
      for (const table of copy.tables) await loadTable(db, table, rowsOf)
      for (const { name, value, isCalled } of copy.sequences)
        await db`select setval(${`public.${name}`}::regclass, ${value}::bigint, ${isCalled})`
      for (const { table, name, definition } of references)
        await db`alter table ${db(table)} add constraint ${db(name)} ${db.unsafe(definition)}`
    })
  } finally {
    await client.end({ timeout: 1 })
  }
}

async function assertSameMigrations(client: postgres.Sql, { migrations }: DatabaseCopy): Promise<void> {
  const present: string[] = []
  for (const table of ['service_kit', 'service'])
    for (const { hash } of await client<{ hash: string }[]>`
      select hash from ${client('drizzle')}.${client(table)} order by id`)
      present.push(hash)
  if (present.join() === migrations.join()) return
  throw new Error(
    'The backup was made by another release, with other tables. Restore it with that release, then update.',
  )
}

/** Tables refer to each other, also in circles; the references are checked when they come back. */
async function dropReferences(db: postgres.TransactionSql): Promise<readonly Reference[]> {
  const references = await db<Reference[]>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0`
  for (const { table, name } of references) await db`alter table ${db(table)} drop constraint ${db(name)}`
  return references
}

async function loadTable(db: postgres.TransactionSql, table: TableCopy, rowsOf: RowsOf): Promise<void> {
  const name = db`${db(table.schema)}.${db(table.name)}`
  // Triggers acted when the rows were written; row security would hide rows from the owner.
  await db`alter table ${name} disable trigger user`
  await db`alter table ${name} no force row level security`
  const [present] = await db`select from ${name} limit 1`
  if (present) throw new Error(`The table ${table.name} has rows already: restore into an empty portal.`)
  await loadRows(db, table, rowsOf)
  await db`alter table ${name} force row level security`
  await db`alter table ${name} enable trigger user`
}

/** Throws a sentence if rows are missing. */
export async function loadRows(db: postgres.TransactionSql, table: TableCopy, rowsOf: RowsOf): Promise<void> {
  const name = db`${db(table.schema)}.${db(table.name)}`
  const into = await db`copy ${name} (${db(table.columns)}) from stdin`.writable()
  await pipeline(Readable.from(rowsOf(table)), into)
  const [counted] = await db<{ rows: string }[]>`select count(*) as rows from ${name}`
  if (Number(counted?.rows) !== table.rows)
    throw new Error(`Of ${table.rows} rows of ${table.name} the backup has ${counted?.rows}.`)
}
