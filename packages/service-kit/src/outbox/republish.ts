import { lte, sql } from 'drizzle-orm'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Database } from '../database/open-database.ts'
import { OrganizationDeleted } from '../database/organization-deleted.ts'
import { sleep } from '../sleep.ts'
import { type Emit, emitter } from './emit.ts'
import { outbox } from './table.ts'

/** Something that a service owns and others keep projections of. */
export interface OwnedAggregate {
  readonly organizationId: number
  readonly id: string
}

/** How a service tells again what it owns, one aggregate per transaction: things of organizations, or of the platform. */
export type Republish = RepublishOwned | RepublishOfPlatform

/** Things that belong to organizations. */
export interface RepublishOwned {
  /** What they are, in the plural, for people who watch. */
  readonly what: string
  /** All of them, in the order in which projections need them. Runs as the platform role. */
  readonly list: (db: TransactionHandle) => Promise<readonly OwnedAggregate[]>
  /** Locks the aggregate's row and emits its present state; nothing when it is gone. Runs in its organization. */
  readonly emitAgain: (db: TransactionHandle, emit: Emit, aggregate: OwnedAggregate) => Promise<void>
}

/** Things of the platform, as people, by their ids; told by the platform role. */
export interface RepublishOfPlatform {
  readonly what: string
  readonly listOfPlatform: (db: TransactionHandle) => Promise<readonly string[]>
  readonly emitOfPlatform: (db: TransactionHandle, emit: Emit, id: string) => Promise<void>
}

/** How far a republication has come. */
export interface RepublishProgress {
  readonly what: string
  readonly done: number
  readonly of: number
}

/** What {@link republish} works on. `progress` is called after each aggregate and, as `events`, while the relay publishes. */
export interface RepublishOptions {
  readonly service: string
  readonly republish: readonly Republish[]
  readonly database: Database
  readonly progress: (progress: RepublishProgress) => void
  readonly halted: AbortSignal
}

const pollMs = 200

/**
 * Emits the present state of everything that a service owns, so that others rebuild their projections of it, and resolves when its relay
 * has published all. The events are marked as republished and have no audience; consumers apply them as any other, in the order of each
 * key. May run while the service serves and any number of times; halted, it leaves what it has emitted to the relay. Resolves to the number
 * of aggregates told.
 */
export async function republish(options: RepublishOptions): Promise<number> {
  let told = 0
  for (const owned of options.republish) told += await emitAll(owned, options)
  await untilPublished(options)
  return told
}

async function emitAll(owned: Republish, options: RepublishOptions): Promise<number> {
  const { progress, halted } = options
  const emissions = await listEmissions(owned, options)
  let done = 0
  for (const emitAgain of emissions) {
    if (halted.aborted) break
    await unlessDeleted(emitAgain())
    done += 1
    progress({ what: owned.what, done, of: emissions.length })
  }
  return done
}

/** What there is to emit, each as a transaction of its own. */
async function listEmissions(
  owned: Republish,
  { service, database }: RepublishOptions,
): Promise<(() => Promise<void>)[]> {
  const emitAs = (db: TransactionHandle, organizationId: number | null) =>
    emitter(db, { source: service, organizationId, wrote: [], isRepublished: true })
  if ('listOfPlatform' in owned) {
    const ids = await database.platformTx(owned.listOfPlatform)
    return ids.map((id) => () => database.platformTx((db) => owned.emitOfPlatform(db, emitAs(db, null), id)))
  }
  const aggregates = await database.platformTx(owned.list)
  return aggregates.map((aggregate) => {
    const { organizationId } = aggregate
    return () =>
      database.tenantTx(organizationId, (db) => owned.emitAgain(db, emitAs(db, organizationId), aggregate))
  })
}

/** An organization that is deleted meanwhile has nothing to emit any more. */
async function unlessDeleted(telling: Promise<void>): Promise<void> {
  try {
    await telling
  } catch (error) {
    if (!(error instanceof OrganizationDeleted)) throw error
  }
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
