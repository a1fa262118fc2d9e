import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type Database, type DatabaseUrls, openDatabase } from '@portal/service-kit/database/open-database'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'

/**
 * A table in the catalog. `columns` are those that a statement may set; `organization_id` may be
 * generated from them.
 */
export type Table = {
  readonly name: string
  readonly isTenant: boolean
  readonly columns: readonly Column[]
}

type Column = { readonly name: string; readonly type: string }

/** The server's administrator, bound by neither privileges nor row security. */
export function openAsAdministrator(urls: DatabaseUrls): Database {
  const url = new URL(inject('postgresAdminUrl'))
  url.pathname = new URL(urls.owner).pathname
  return openDatabase({ urls: { app: url.href, platform: url.href }, name: 'administrator' })
}

/** Every table, view and foreign table of a database, in any schema. */
export function tablesOf(administrator: Database): Promise<readonly Table[]> {
  return administrator.platformTx((db) =>
    db.execute<Table>(sql`
      select c.oid::regclass::text as name,
        bool_or(a.attname = 'organization_id') as "isTenant",
        coalesce(
          json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, null)) order by a.attnum)
            filter (where a.attgenerated = ''),
          '[]') as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('pg_catalog', 'information_schema')
      group by c.oid order by 1`),
  )
}

/** Gives these organizations a row in every tenant table, bypassing foreign keys and triggers. */
export async function fillTables(
  administrator: Database,
  tables: readonly Table[],
  organizations: readonly number[],
): Promise<void> {
  await administrator.platformTx(async (db) => {
    await db.execute(sql`set local session_replication_role = 'replica'`)
    for (const table of tables) {
      for (const organization of organizations) await run(db, insertInto(table, organization))
    }
  })
}

/** Number of the organization's rows that the statement read or changed. */
export async function run(db: TransactionHandle, statement: string): Promise<number> {
  return (await db.execute(sql.raw(statement))).count
}

/**
 * A row of an organization: a value of the right type for every column, distinct per organization
 * where possible.
 */
export function insertInto({ name, columns }: Table, organization: number): string {
  const names = columns.map((column) => column.name).join(', ')
  const values = columns.map(({ type }) => sqlValue(type, organization)).join(', ')
  return `insert into ${name} (${names}) overriding system value values (${values})`
}

/** Moves an organization's rows to another. */
export function moveRows({ name, columns }: Table, from: number, to: number): string {
  const isComputed = columns.every((column) => column.name !== 'organization_id')
  const set = columns
    .filter((column) => isComputed || column.name === 'organization_id')
    .map((column) => `${column.name} = ${sqlValue(column.type, to)}`)
  return `update ${name} set ${set.join(', ')} where organization_id = ${from}`
}

function sqlValue(type: string, organization: number): string {
  if (type.endsWith('[]')) return `'{}'::${type}`
  if (type === 'text') return `'${organization}'`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type.startsWith('json')) return `'{}'::${type}`
  if (type.startsWith('timestamp') || type === 'date') return 'now()'
  if (type === 'bytea') return `''::bytea`
  if (type === 'boolean') return 'false'
  return `${organization}::${type}`
}
