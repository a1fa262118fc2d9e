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

type Roles = Readonly<Record<'owner' | 'app' | 'platform', string>>
type Kind = Readonly<Record<'isPlatform' | 'isAppendOnly', boolean>>

/** A policy as the catalog has it: `using` and `check` as Postgres writes expressions back. */
interface Policy {
  readonly name: string
  readonly command: 'ALL' | 'SELECT'
  readonly role: string
  readonly using: string
  readonly check: string | null
}

/** A table's protection as it is. Each text of `policies` and `grants` is a whole one. */
interface Table {
  readonly name: string
  readonly isTenant: boolean
  readonly isForced: boolean
  readonly policies: Readonly<Record<string, string>>
  readonly grants: readonly string[]
}

const ofOrganization = `(organization_id = (current_setting('app.organization_id'::text))::bigint)`

/**
 * Forces row security on every table in the catalog. One with `organization_id` gets the tenant
 * policy (plain equality, never an OR), `platformTables` the platform's, others fail the start.
 * Changes nothing that is as it should be: that would lock tables that are read or backed up.
 */
export async function secureTables(client: postgres.Sql, security: TableSecurity): Promise<void> {
  const { app, platform } = security.roles
  const platformTables = new Set([...security.platformTables, ...kitPlatformTables.map(getTableName)])
  const appendOnly = new Set(security.appendOnlyTables)
  const [session] = await client<{ owner: string }[]>`select current_user as owner`
  const roles = { ...security.roles, owner: session?.owner ?? '' }
  for (const role of [app, platform]) await client`grant usage on schema public to ${client(role)}`
  for (const table of await readTables(client, security.roles)) {
    if (!table.isTenant && !platformTables.has(table.name)) {
      throw new Error(
        `Table ${table.name} has no organization_id and is not in platformTables: nobody could use it safely.`,
      )
    }
    const kind = { isPlatform: platformTables.has(table.name), isAppendOnly: appendOnly.has(table.name) }
    await secureTable(client, { ...table, ...kind }, roles)
  }
  // The owner's functions, which check their callers, do what only the owner may.
  await client`grant execute on all functions in schema public to ${client(platform)}`
  await client`grant usage on all sequences in schema public to ${client(app)}, ${client(platform)}`
}

/** Grants are those to the runtime roles, on whole tables or on columns. */
function readTables(client: postgres.Sql, { app, platform }: TableSecurity['roles']): Promise<Table[]> {
  return client<Table[]>`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isForced", exists (
      select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
    ) as "isTenant", (
      select coalesce(json_object_agg(policyname, concat_ws(' ', permissive, cmd, array_to_string(roles, ','),
        qual, with_check)), '{}') from pg_policies where schemaname = 'public' and tablename = c.relname
    ) as policies, array (
      select concat_ws(' ', r.rolname, lower(x.privilege_type), attname, case when x.is_grantable then 'on' end)
      from (
        select null as attname, c.relacl as acl union all
        select attname, attacl from pg_attribute where attrelid = c.oid and attacl is not null
      ) o, aclexplode(o.acl) x join pg_roles r on r.oid = x.grantee
      where r.rolname in (${app}, ${platform}) order by 1
    ) as grants
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`
}

/** One transaction per table, so that running replicas never see it without its policy. */
async function secureTable(client: postgres.Sql, table: Table & Kind, roles: Roles): Promise<void> {
  const users = [...(table.isTenant ? [roles.app] : []), ...(table.isPlatform ? [roles.platform] : [])]
  const rights = ['select', 'insert', ...(table.isAppendOnly ? [] : ['update', 'delete'])]
  const grants = users.flatMap((role) => rights.map((right) => `${role} ${right}`)).sort()
  const isGranted = grants.join() === [...table.grants].sort().join()
  const missing = policiesOf(table, roles).filter((policy) => table.policies[policy.name] !== textOf(policy))
  if (table.isForced && isGranted && missing.length === 0) return
  await client.begin(async (db) => {
    const name = db(table.name)
    if (!table.isForced) {
      await db`alter table ${name} enable row level security`
      await db`alter table ${name} force row level security`
    }
    for (const policy of missing) {
      const [command, using] = [db.unsafe(policy.command), db.unsafe(policy.using)]
      const check = policy.check === null ? db`` : db`with check (${db.unsafe(policy.check)})`
      await db`drop policy if exists ${db(policy.name)} on ${name}`
      await db`create policy ${db(policy.name)} on ${name} for ${command} to ${db(policy.role)}
        using (${using}) ${check}`
    }
    if (isGranted) return
    await db`revoke all on ${name} from ${db(roles.app)}, ${db(roles.platform)}`
    for (const role of users) await db`grant ${db.unsafe(rights.join())} on ${name} to ${db(role)}`
  })
}

function policiesOf(table: Table & Kind, roles: Roles): Policy[] {
  const tenant = { name: 'tenant', role: roles.app, using: ofOrganization, check: ofOrganization }
  const platform = { name: 'platform', role: roles.platform, using: 'true', check: 'true' }
  // For the owner's functions and backups only: no running service logs in as the owner.
  const isWritten = !table.isTenant || table.isAppendOnly || table.name === 'tombstones'
  const owner = { name: 'owner', role: roles.owner, using: 'true', check: null }
  return [
    ...(table.isTenant ? [{ ...tenant, command: 'ALL' as const }] : []),
    { ...owner, command: isWritten ? 'ALL' : 'SELECT' },
    ...(table.isPlatform ? [{ ...platform, command: 'ALL' as const }] : []),
  ]
}

/** As `readTables` describes a policy. */
function textOf({ command, role, using, check }: Policy): string {
  return ['PERMISSIVE', command, role, using, ...(check === null ? [] : [check])].join(' ')
}
