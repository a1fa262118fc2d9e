import { lte, sql } from 'drizzle-orm'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Database } from '../database/open-database.ts'
import { OrganizationDeleted } from '../database/organization-deleted.ts'
import { sleep } from '../sleep.ts'
import { outbox } from '../tables.ts'
import { type Emit, emitter } from './emit.ts'

/** Something a service owns and others keep projections of. */
export interface OwnedAggregate {
  readonly organizationId: number
  readonly id: string
}

/** How a service republishes what it owns, one aggregate per transaction. */
export type Republish = RepublishOwned | RepublishOfPlatform

/** Aggregates of organizations. */
export interface RepublishOwned {
  /** Their name in the plural, for display. */
  readonly what: string
  /** All of them, in the order in which projections need them. Runs as the platform role. */
  readonly list: (db: TransactionHandle) => Promise<readonly OwnedAggregate[]>
  /** Locks the row and emits its state, if it still exists. Runs in its organization. */
  readonly emitAgain: (db: TransactionHandle, emit: Emit, aggregate: OwnedAggregate) => Promise<void>
}

/** Aggregates of the platform, such as people, by their ids; emitted as the platform role. */
export interface RepublishOfPlatform {
  readonly what: string
  readonly listOfPlatform: (db: TransactionHandle) => Promise<readonly string[]>
  readonly emitOfPlatform: (db: TransactionHandle, emit: Emit, id: string) => Promise<void>
}

export interface RepublishProgress {
  readonly what: string
  readonly done: number
  readonly of: number
}

/** `progress` is called after each aggregate and, as `events`, while the relay publishes. */
export interface RepublishOptions {
  readonly service: string
  readonly republish: readonly Republish[]
  readonly database: Database
  readonly progress: (progress: RepublishProgress) => void
  readonly halted: AbortSignal
}

const pollMs = 200

/**
 * Emits the state of everything a service owns, so that others rebuild their projections; resolves
 * to the number of aggregates once all is published. The events are marked as republished and have
 * no audience. Repeatable while the service runs; the relay publishes what a halted run emitted.
 */
export async function republish(options: RepublishOptions): Promise<number> {
  let count = 0
  for (const owned of options.republish) count += await emitAll(owned, options)
  await untilPublished(options)
  return count
}

async function emitAll(owned: Republish, options: RepublishOptions): Promise<number> {
  const { progress, halted } = options
  const emissions = await listEmissions(owned, options)
  let done = 0
  for (const emitAgain of emissions) {
    if (halted.aborted) break
    await emitAgain().catch((error: unknown) => {
      // Organizations deleted meanwhile have nothing to emit.
      if (!(error instanceof OrganizationDeleted)) throw error
    })
    done += 1
    progress({ what: owned.what, done, of: emissions.length })
  }
  return done
}

/** The emissions, one transaction each. */
async function listEmissions(
  owned: Republish,
  { service, database }: RepublishOptions,
): Promise<(() => Promise<void>)[]> {
  const emitAs = (db: TransactionHandle, organizationId: number | null) =>
    emitter(db, { source: service, organizationId, isRepublished: true })
  if ('listOfPlatform' in owned) {
    const ids = await database.platformTx(owned.listOfPlatform)
    return ids.map((id) => () => database.platformTx((db) => owned.emitOfPlatform(db, emitAs(db, null), id)))
  }
  const aggregates = await database.platformTx(owned.list)
  return aggregates.map((it) => () => {
    const { organizationId } = it
    return database.tenantTx(organizationId, (db) => owned.emitAgain(db, emitAs(db, organizationId), it))
  })
}

async function untilPublished({ database, progress, halted }: RepublishOptions): Promise<void> {
  const last = await waitingUpTo(database, Number.MAX_SAFE_INTEGER)
  for (let left = last.count; left > 0 && !halted.aborted; ) {
    progress({ what: 'events', done: last.count - left, of: last.count })
    await sleep(pollMs, halted)
    left = (await waitingUpTo(database, last.seq)).count
  }
  progress({ what: 'events', done: last.count, of: last.count })
}

async function waitingUpTo(database: Database, seq: number): Promise<{ count: number; seq: number }> {
  const [row] = await database.platformTx((db) =>
    db
      .select({ count: sql<string>`count(*)`, seq: sql<string>`coalesce(max(${outbox.seq}), 0)` })
      .from(outbox)
      .where(lte(outbox.seq, seq)),
  )
  return { count: Number(row?.count ?? 0), seq: Number(row?.seq ?? 0) }
}
