import { purgeEvents } from '@portal/contracts/deletion'
import { sql } from 'drizzle-orm'
import type { Database } from '../database/open-database.ts'
import { organizationTables } from '../database/organization-tables.ts'
import { own } from '../database/own.ts'
import { type Job, job } from '../jobs/job.ts'
import { emitter } from '../outbox/emit.ts'
import { tenantStores } from '../ports/tenant-store.ts'
import { countRows, emptyEngine, emptyTable, type PurgePlace, tableStep } from './empty-stores.ts'
import { purgeKind } from './purge-kind.ts'
import { purgeSteps, tombstones } from './tables.ts'

/** What a service's purge works on. */
export interface PurgeScope {
  readonly service: string
  readonly database: Database
  readonly ports: unknown
}

/** Who was under way when the first round passed is found by the second; a third would mean that something writes on. */
const roundsMax = 3

/**
 * The job that purges a deleted organization from everything that a service keeps: every table, then the engines behind its ports. It may be
 * killed anywhere and goes on. It answers with what it removed once a check has found nothing left; repeated later, only if it found more.
 * An engine that is away keeps it waiting, for as long as that takes.
 */
export function purgeJob(scope: PurgeScope): Job<unknown> {
  return job<typeof purgeKind.payload, unknown>(purgeKind.kind, {
    payload: purgeKind.payload,
    maxAttempts: Number.MAX_SAFE_INTEGER,
    // Short, so that another process goes on soon after a kill.
    leaseMs: 10_000,
    concurrency: 1,
    run: async ({ organizationId, signal, log }) => {
      const place = { database: scope.database, organizationId, signal }
      // Who began before the tombstone does not know of it yet.
      await scope.database.untilOlderTransactionsEnd()
      for (let round = 1; ; round += 1) {
        await empty(scope, place)
        const remaining = await check(scope, place)
        if (remaining === 0) break
        log.warn({ remaining, round }, 'a purge found something that came in meanwhile')
        if (round === roundsMax) throw new Error(`After ${round} rounds ${remaining} things are still there.`)
      }
      await answer(scope, organizationId)
    },
  })
}

/** An engine that is away keeps nothing else from being emptied. */
async function empty({ database, ports }: PurgeScope, place: PurgePlace): Promise<void> {
  for (const table of await database.purgeTx(place.organizationId, organizationTables))
    await emptyTable(place, table)
  const engines: PromiseSettledResult<void>[] = []
  for (const store of tenantStores(ports))
    engines.push(...(await Promise.allSettled([emptyEngine(place, store)])))
  for (const engine of engines) if (engine.status === 'rejected') throw engine.reason
}

/** Counts what every store still has, and puts it on record. */
async function check({ database, ports }: PurgeScope, place: PurgePlace): Promise<number> {
  const remaining = new Map<string, number>()
  for (const { name } of await database.purgeTx(place.organizationId, organizationTables))
    remaining.set(tableStep(name), await countRows(place, name))
  for (const store of tenantStores(ports))
    remaining.set(store.holds, await store.countOf(place.organizationId))
  const { organizationId } = place
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

/** In the transaction that notes the answer as given; a repetition that found nothing more has nothing to say. */
async function answer({ service, database }: PurgeScope, organizationId: number): Promise<void> {
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
    const emit = emitter(db, { source: service, organizationId: null, wrote: [] })
    const { organizationPurged } = purgeEvents(service)
    await emit(organizationPurged, { subject: String(organizationId), data: { organizationId, stores } })
  })
}
