import { purgeEvents } from '@portal/contracts/deletion'
import { eq, sql } from 'drizzle-orm'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Database } from '../database/open-database.ts'
import { type OrganizationTable, organizationTables } from '../database/organization-tables.ts'
import { own } from '../database/own.ts'
import { type Job, job } from '../jobs/job.ts'
import { emitter } from '../outbox/emit.ts'
import { type TenantStore, tenantStores } from '../ports/tenant-store.ts'
import { purgeSteps, tombstones } from '../tables.ts'
import { purgeKind } from './purge-on-request.ts'

interface PurgeScope {
  readonly service: string
  readonly database: Database
  readonly ports: unknown
}

/** `signal` stops between two batches; what was removed stays counted. */
interface Purge extends PurgeScope {
  readonly organizationId: number
  readonly signal: AbortSignal
}

/** Identifies a step. */
const step = [purgeSteps.organizationId, purgeSteps.store]
/** Keeps a batch well below the transaction timeout, cascades included. */
const batchSize = 500
/** The second finds what was in flight during the first; a third means an active writer. */
const roundsMax = 3

/**
 * Purges a deleted organization from every table, then from the engines. Resumable at any point;
 * waits for an engine that is away. Reports what it removed once a check finds nothing left, and
 * again only if a later run finds more.
 */
export function purgeJob(scope: PurgeScope): Job<unknown> {
  return job<typeof purgeKind.payload, unknown>(purgeKind.kind, {
    payload: purgeKind.payload,
    maxAttempts: Number.MAX_SAFE_INTEGER,
    // Short, so that another process takes over soon after a kill.
    leaseMs: 10_000,
    concurrency: 1,
    run: async ({ organizationId, signal, log }) => {
      const purge = { ...scope, organizationId, signal }
      // Transactions begun before the tombstone do not see it.
      await scope.database.untilOlderTransactionsEnd()
      for (let round = 1; ; round += 1) {
        await empty(purge)
        const remaining = await check(purge)
        if (remaining === 0) break
        log.warn({ remaining, round }, 'a purge found something that came in meanwhile')
        if (round === roundsMax) throw new Error(`After ${round} rounds ${remaining} things are still there.`)
      }
      await report(purge)
    },
  })
}

/** An engine that is away does not keep the others from being emptied. */
async function empty(purge: Purge): Promise<void> {
  for (const table of await purge.database.purgeTx(purge.organizationId, organizationTables))
    await emptyTable(purge, table)
  const engines: PromiseSettledResult<void>[] = []
  for (const store of tenantStores(purge.ports))
    engines.push(...(await Promise.allSettled([emptyEngine(purge, store)])))
  for (const engine of engines) if (engine.status === 'rejected') throw engine.reason
}

/** Counts what every store still has, and stores it. */
async function check(purge: Purge): Promise<number> {
  const { database, organizationId, ports } = purge
  const remaining = new Map<string, number>()
  for (const { name } of await database.purgeTx(organizationId, organizationTables))
    remaining.set(tableStep(name), await countRows(purge, name))
  for (const store of tenantStores(ports)) remaining.set(store.holds, await store.countOf(organizationId))
  await database.purgeTx(organizationId, async (db) => {
    for (const [store, count] of remaining)
      await db
        .insert(purgeSteps)
        .values({ organizationId, store, remaining: count })
        .onConflictDoUpdate({ target: step, set: { remaining: count } })
  })
  return [...remaining.values()].reduce((sum, count) => sum + count, 0)
}

/** The name of a table's step in the purge's records. */
function tableStep(table: string): string {
  return `table ${table}`
}

/** Deletes the organization's rows of a table, a batch and its count per transaction. */
async function emptyTable(
  { database, organizationId, signal }: Purge,
  { name, isAppendOnly }: OrganizationTable,
): Promise<void> {
  const removeBatch = async (db: TransactionHandle) => {
    const remove = isAppendOnly ? removeAppended : removeRows
    const removed = await remove(db, organizationId, name)
    await db
      .insert(purgeSteps)
      .values({ organizationId, store: tableStep(name), removed })
      .onConflictDoUpdate({ target: step, set: { removed: sql`${purgeSteps.removed} + excluded.removed` } })
    return removed
  }
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
  return rows.length
}

async function removeAppended(db: TransactionHandle, organizationId: number, table: string): Promise<number> {
  const [row] = await db.execute<{ removed: number }>(
    sql`select purge_append_only(${table}, ${organizationId}, ${batchSize}) as removed`,
  )
  return row?.removed ?? 0
}

/** How many rows of the organization a table has. */
async function countRows({ database, organizationId }: Purge, table: string): Promise<number> {
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
async function emptyEngine({ database, organizationId, signal }: Purge, store: TenantStore): Promise<void> {
  signal.throwIfAborted()
  const found = await store.countOf(organizationId)
  await database.purgeTx(organizationId, (db) =>
    db
      .insert(purgeSteps)
      .values({ organizationId, store: store.holds, pending: found })
      .onConflictDoUpdate({
        target: step,
        set: { pending: sql`coalesce(${purgeSteps.pending}, excluded.pending)` },
      }),
  )
  await store.purge(organizationId)
  await database.purgeTx(organizationId, (db) =>
    db
      .update(purgeSteps)
      .set({ removed: sql`${purgeSteps.removed} + coalesce(${purgeSteps.pending}, 0)`, pending: null })
      .where(own(purgeSteps, { organizationId }, eq(purgeSteps.store, store.holds))),
  )
}

/** The purge job must not delete itself. */
function ownRows(table: string, organizationId: number) {
  const all = sql`organization_id = ${organizationId}`
  return table === 'jobs' ? sql`${all} and kind <> ${purgeKind.kind}` : all
}

/** In the transaction that marks it as reported; a repetition that found no more is silent. */
async function report({ service, database, organizationId }: Purge): Promise<void> {
  await database.platformTx(async (db) => {
    const wanted = own(tombstones, { organizationId })
    const [tombstone] = await db.select().from(tombstones).where(wanted).for('update')
    const steps = await db
      .select()
      .from(purgeSteps)
      .where(own(purgeSteps, { organizationId }))
      .orderBy(purgeSteps.store)
    const removed = steps.reduce((sum, step) => sum + step.removed, 0)
    if (!tombstone || (tombstone.purgedAt && tombstone.answered === removed)) return
    await db.update(tombstones).set({ purgedAt: sql`now()`, answered: removed }).where(wanted)
    const stores = steps.map(({ store, removed, remaining }) => ({
      store,
      removed,
      remaining: remaining ?? 0,
    }))
    const emit = emitter(db, { source: service, organizationId: null })
    const { organizationPurged } = purgeEvents(service)
    await emit(organizationPurged, { subject: String(organizationId), data: { organizationId, stores } })
  })
}
