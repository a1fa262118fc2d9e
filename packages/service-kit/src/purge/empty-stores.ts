import { sql } from 'drizzle-orm'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Database } from '../database/open-database.ts'
import type { OrganizationTable } from '../database/organization-tables.ts'
import type { TenantStore } from '../ports/tenant-store.ts'
import { purgeSteps } from '../tables.ts'
import { purgeKind } from './purge-kind.ts'

/** `signal` stops between two batches; what was removed stays counted. */
export interface PurgeTarget {
  readonly database: Database
  readonly organizationId: number
  readonly signal: AbortSignal
}

/** Keeps a batch well below the transaction timeout, cascades included. */
const batchSize = 500

/** The name of a table's step in the purge's records. */
export function tableStep(table: string): string {
  return `table ${table}`
}

/** Deletes the organization's rows of a table, a batch and its count per transaction. */
export async function emptyTable(
  target: PurgeTarget,
  { name, isAppendOnly }: OrganizationTable,
): Promise<void> {
  const { database, organizationId, signal } = target
  const removeBatch = (db: TransactionHandle) =>
    isAppendOnly ? removeAppended(db, organizationId, name) : removeRows(db, organizationId, name)
  for (let removed = batchSize; removed === batchSize; ) {
    signal.throwIfAborted()
    // Only the platform role may call the owner's function.
    removed = await (isAppendOnly
      ? database.platformTx(removeBatch)
      : database.purgeTx(organizationId, removeBatch))
  }
}

async function removeRows(db: TransactionHandle, organizationId: number, table: string): Promise<number> {
  const rows = await db.execute(sql`
    delete from ${sql.identifier(table)} where ctid = any(array(
      select ctid from ${sql.identifier(table)} where ${ownRows(table, organizationId)} limit ${batchSize}))
    returning 1`)
  if (table === 'jobs') db.hint('leases')
  await countRemoved(db, { organizationId, table, removed: rows.length })
  return rows.length
}

async function removeAppended(db: TransactionHandle, organizationId: number, table: string): Promise<number> {
  const [row] = await db.execute<{ removed: number }>(
    sql`select purge_append_only(${table}, ${organizationId}, ${batchSize}) as removed`,
  )
  const removed = row?.removed ?? 0
  await countRemoved(db, { organizationId, table, removed })
  return removed
}

async function countRemoved(
  db: TransactionHandle,
  { organizationId, table, removed }: { organizationId: number; table: string; removed: number },
): Promise<void> {
  await db
    .insert(purgeSteps)
    .values({ organizationId, store: tableStep(table), removed })
    .onConflictDoUpdate({
      target: [purgeSteps.organizationId, purgeSteps.store],
      set: { removed: sql`${purgeSteps.removed} + excluded.removed` },
    })
}

/** How many rows of the organization a table has. */
export async function countRows(target: PurgeTarget, table: string): Promise<number> {
  const { database, organizationId } = target
  const [row] = await database.purgeTx(organizationId, (db) =>
    db.execute<{ rows: number }>(sql`
      select count(*)::int as rows from ${sql.identifier(table)} where ${ownRows(table, organizationId)}`),
  )
  return row?.rows ?? 0
}

/**
 * Purges the organization from an engine. Its item count is committed first, so that a crash in
 * between neither loses it nor counts it twice.
 */
export async function emptyEngine(target: PurgeTarget, store: TenantStore): Promise<void> {
  const { database, organizationId, signal } = target
  signal.throwIfAborted()
  const found = await store.countOf(organizationId)
  await database.purgeTx(organizationId, (db) =>
    db
      .insert(purgeSteps)
      .values({ organizationId, store: store.holds, pending: found })
      .onConflictDoUpdate({
        target: [purgeSteps.organizationId, purgeSteps.store],
        set: { pending: sql`coalesce(${purgeSteps.pending}, excluded.pending)` },
      }),
  )
  await store.purge(organizationId)
  await database.purgeTx(organizationId, (db) =>
    db
      .update(purgeSteps)
      .set({
        removed: sql`${purgeSteps.removed} + coalesce(${purgeSteps.pending}, 0)`,
        pending: null,
      })
      .where(sql`${purgeSteps.organizationId} = ${organizationId} and ${purgeSteps.store} = ${store.holds}`),
  )
}

/** The purge job must not delete itself. */
function ownRows(table: string, organizationId: number) {
  const own = sql`organization_id = ${organizationId}`
  return table === 'jobs' ? sql`${own} and kind <> ${purgeKind.kind}` : own
}
