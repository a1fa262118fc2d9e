import { getTableName } from 'drizzle-orm'
import type postgres from 'postgres'
import {
  deadLetters,
  erasedPeople,
  idempotencyKeys,
  inbox,
  jobs,
  outbox,
  purgeSteps,
  tombstones,
} from '../tables.ts'

/** service-kit's tables with rows of many tenants, worked by the platform role. */
const kitPlatformTables = [
  ...[outbox, inbox, deadLetters, jobs, idempotencyKeys, tombstones, purgeSteps],
  erasedPeople,
]

export interface TableSecurity {
  readonly roles: Readonly<Record<'app' | 'platform', string>>
  readonly platformTables: readonly string[]
  /** Tables whose rows no runtime role may change or remove. */
  readonly appendOnlyTables: readonly string[]
}

/**
 * Forces row security on every table in the catalog. One with `organization_id` gets the tenant
 * policy (plain equality, never an OR), `platformTables` the platform's, others fail the start.
 */
export async function secureTables(client: postgres.Sql, security: TableSecurity): Promise<void> {
  const platformTables = new Set([...security.platformTables, ...kitPlatformTables.map(getTableName)])
  const appendOnly = new Set(security.appendOnlyTables)
  const tables = await client<{ name: string; isTenant: boolean }[]>`
    select c.relname as name, exists (
      select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    ) as "isTenant"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')`
  for (const role of Object.values(security.roles))
    await client`grant usage on schema public to ${client(role)}`
  for (const table of tables) {
    if (!table.isTenant && !platformTables.has(table.name)) {
      throw new Error(
        `Table ${table.name} has no organization_id and is not in platformTables: nobody could use it safely.`,
      )
    }
    const kind = { isPlatform: platformTables.has(table.name), isAppendOnly: appendOnly.has(table.name) }
    await secureTable(client, { ...table, ...kind }, security.roles)
  }
  const { app, platform } = security.roles
  // The owner's functions, which check their callers, do what only the owner may.
  await client`grant execute on all functions in schema public to ${client(platform)}`
  await client`grant usage on all sequences in schema public to ${client(app)}, ${client(platform)}`
}

/** One transaction per table, so that running replicas never see it without its policy. */
async function secureTable(
  client: postgres.Sql,
  table: Record<'isTenant' | 'isPlatform' | 'isAppendOnly', boolean> & { readonly name: string },
  roles: TableSecurity['roles'],
): Promise<void> {
  await client.begin(async (db) => {
    const name = db(table.name)
    const writes = db.unsafe(table.isAppendOnly ? 'insert' : 'insert, update, delete')
    await db`alter table ${name} enable row level security`
    await db`alter table ${name} force row level security`
    await db`revoke all on ${name} from ${db(roles.app)}, ${db(roles.platform)}`
    if (table.isTenant) {
      await db`drop policy if exists tenant on ${name}`
      await db`create policy tenant on ${name} to ${db(roles.app)}
        using (organization_id = current_setting('app.organization_id')::bigint)
        with check (organization_id = current_setting('app.organization_id')::bigint)`
      await db`grant select, ${writes} on ${name} to ${db(roles.app)}`
    }
    // For the owner's functions and backups only: no running service logs in as the owner.
    const isWritten = !table.isTenant || table.isAppendOnly || table.name === 'tombstones'
    await db`drop policy if exists owner on ${name}`
    await db`create policy owner on ${name} ${isWritten ? db`` : db`for select`} to current_user using (true)`
    if (table.isPlatform) {
      await db`drop policy if exists platform on ${name}`
      await db`create policy platform on ${name} to ${db(roles.platform)} using (true) with check (true)`
      await db`grant select, ${writes} on ${name} to ${db(roles.platform)}`
    }
  })
}
