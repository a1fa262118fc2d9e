import { purgeEvents } from '@portal/contracts/deletion'
import { sql } from 'drizzle-orm'
import type { Database } from '../database/open-database.ts'
import { organizationTables } from '../database/organization-tables.ts'
import { own } from '../database/own.ts'
import { type Job, job } from '../jobs/job.ts'
import { emitter } from '../outbox/emit.ts'
import { tenantStores } from '../ports/tenant-store.ts'
import { purgeSteps, tombstones } from '../tables.ts'
import { countRows, emptyEngine, emptyTable, type PurgeTarget, tableStep } from './empty-stores.ts'
import { purgeKind } from './purge-kind.ts'

export interface PurgeScope {
  readonly service: string
  readonly database: Database
  readonly ports: unknown
}

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
      const target = { database: scope.database, organizationId, signal }
      // Transactions begun before the tombstone do not see it.
      await scope.database.untilOlderTransactionsEnd()
      for (let round = 1; ; round += 1) {
        await empty(scope, target)
        const remaining = await check(scope, target)
        if (remaining === 0) break
        log.warn({ remaining, round }, 'a purge found something that came in meanwhile')
        if (round === roundsMax) throw new Error(`After ${round} rounds ${remaining} things are still there.`)
      }
      await report(scope, organizationId)
    },
  })
}

/** An engine that is away does not keep the others from being emptied. */
async function empty({ database, ports }: PurgeScope, target: PurgeTarget): Promise<void> {
  for (const table of await database.purgeTx(target.organizationId, organizationTables))
    await emptyTable(target, table)
  const engines: PromiseSettledResult<void>[] = []
  for (const store of tenantStores(ports))
    engines.push(...(await Promise.allSettled([emptyEngine(target, store)])))
  for (const engine of engines) if (engine.status === 'rejected') throw engine.reason
}

/** Counts what every store still has, and stores it. */
async function check({ database, ports }: PurgeScope, target: PurgeTarget): Promise<number> {
  const remaining = new Map<string, number>()
  for (const { name } of await database.purgeTx(target.organizationId, organizationTables))
    remaining.set(tableStep(name), await countRows(target, name))
  for (const store of tenantStores(ports))
    remaining.set(store.holds, await store.countOf(target.organizationId))
  const { organizationId } = target
  await database.purgeTx(organizationId, async (db) => {
    for (const [store, count] of remaining) {
      const found = { organizationId, store, remaining: count }
      const target = [purgeSteps.organizationId, purgeSteps.store]
      await db
        .insert(purgeSteps)
        .values(found)
        .onConflictDoUpdate({ target, set: { remaining: count } })
    }
  })
  return [...remaining.values()].reduce((sum, count) => sum + count, 0)
}

/** In the transaction that marks it as reported; a repetition that found no more is silent. */
async function report({ service, database }: PurgeScope, organizationId: number): Promise<void> {
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
