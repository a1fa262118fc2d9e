import { and, eq, sql } from 'drizzle-orm'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Database } from '../database/open-database.ts'
import { own } from '../database/own.ts'
import { jobs } from '../tables.ts'
import type { Job } from './job.ts'

/** A job leased to this process. */
export type Lease = Awaited<ReturnType<typeof leaseOne>>[number]

const isFree = sql`${jobs.runAt} <= now() and (${jobs.leaseUntil} is null or ${jobs.leaseUntil} < now())`

interface Waiting extends Record<string, unknown> {
  readonly kind: string
  readonly organizationId: number
  /** Until the first of them is free, in milliseconds; not above 0 if one is. */
  readonly inMs: number
}

/** The organizations with jobs of these kinds, and when one of each is free. */
export async function findWaiting(database: Database, kinds: readonly string[]): Promise<Waiting[]> {
  if (kinds.length === 0) return []
  // Asked every other second at rest: the query builder makes three times the garbage.
  const query = sql`
    select ${jobs.kind} as "kind", ${jobs.organizationId}::float8 as "organizationId",
      ceil(extract(epoch from min(greatest(${jobs.runAt}, ${jobs.leaseUntil})) - now()) * 1000)::float8 as "inMs"
    from ${jobs} where ${jobs.kind} = any(string_to_array(${kinds.join(' ')}, ' ')) group by 1, 2`
  return database.platformTx((db) => db.execute<Waiting>(query), { isReadOnly: true })
}

/** A worker's free capacity. */
interface Room {
  readonly count: number
  /** The organizations that may have a turn, longest wait first. */
  readonly turns: readonly number[]
  /** How many more jobs of an organization it takes. */
  readonly roomFor: (organizationId: number) => number
}

/**
 * Leases up to `count` jobs of a kind. Organizations take turns, so that one with five hundred
 * uploads does not delay the others.
 */
export function leaseJobs(
  database: Database,
  job: Pick<Job<never>, 'kind' | 'leaseMs'>,
  want: Room,
): Promise<Lease[]> {
  return database.platformTx(async (db) => {
    const leases: Lease[] = []
    // One job per turn, for as many rounds as there is capacity.
    for (let found = -1, round = 0; leases.length < want.count && found < leases.length; round += 1) {
      found = leases.length
      const admitted = want.turns.filter((organizationId) => want.roomFor(organizationId) > round)
      for (const organizationId of admitted.slice(0, want.count - leases.length)) {
        leases.push(...(await leaseOne(db, job, organizationId)))
      }
    }
    return leases
  })
}

async function leaseOne(
  db: TransactionHandle,
  job: Pick<Job<never>, 'kind' | 'leaseMs'>,
  organizationId: number,
) {
  const next = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(own(jobs, { organizationId }, eq(jobs.kind, job.kind), isFree))
    .orderBy(weightLeft, jobs.id)
    .limit(1)
    .for('update', { skipLocked: true })
  return db
    .update(jobs)
    .set({
      leaseOwner: sql`gen_random_uuid()`,
      leaseUntil: until(job.leaseMs),
      attempts: sql`${jobs.attempts} + 1`,
      again: false,
      progress: 0,
    })
    .where(sql`${jobs.id} = (${next})`)
    .returning({
      id: jobs.id,
      // Unique to the lease.
      owner: sql<string>`${jobs.leaseOwner}`,
      organizationId: jobs.organizationId,
      subject: jobs.subject,
      payload: jobs.payload,
      actorId: jobs.actorId,
      traceparent: jobs.traceparent,
      // The attempt that begins now, counted from 1.
      attempt: jobs.attempts,
      // Time since the job was enqueued, in milliseconds.
      ageMs: sql<number>`(extract(epoch from now() - ${jobs.createdAt}) * 1000)::float8`,
    })
}

/** Extends the lease and stores the progress. False if the lease is lost. */
export async function extendLease(
  database: Database,
  lease: Lease,
  beat: { readonly leaseMs: number; readonly progress: number },
): Promise<boolean> {
  const rows = await database.platformTx((db) =>
    db
      .update(jobs)
      .set({ leaseUntil: until(beat.leaseMs), progress: beat.progress })
      .where(held(lease))
      .returning({ id: jobs.id }),
  )
  return rows.length > 0
}

/**
 * Whether the lease is still ours. `isLast` locks it until this transaction ends. Call it after the
 * work: requests lock a job's subject before the job, so the reverse order would deadlock.
 */
export async function confirmLease(
  db: TransactionHandle,
  lease: Lease,
  { isLast }: { readonly isLast: boolean },
): Promise<boolean> {
  const wanted = own(jobs, lease, held(lease))
  const query = db.select({ id: jobs.id }).from(jobs).where(wanted)
  const rows = await (isLast ? query.for('share') : query)
  return rows.length > 0
}

/** Deletes the job, or requeues it if it was enqueued again meanwhile. */
export async function finishJob(database: Database, lease: Lease): Promise<void> {
  await database.platformTx(async (db) => {
    await db.delete(jobs).where(and(held(lease), eq(jobs.again, false)))
    const fresh = {
      ...unleased,
      attempts: 0,
      runAt: sql`now()`,
      createdAt: sql`now()`,
      again: false,
      progress: 0,
      lastError: null,
    }
    const repeated = await db.update(jobs).set(fresh).where(held(lease)).returning({ id: jobs.id })
    if (repeated.length > 0) db.hint('jobs')
  })
}

/** Deletes the job even if it was enqueued again: its organization was deleted. */
export async function dropJob(database: Database, lease: Lease): Promise<void> {
  await database.platformTx((db) => db.delete(jobs).where(held(lease)))
}

/** Requeues the job after a failed attempt; one that is not counted does not use up a try. */
export async function returnJob(
  database: Database,
  lease: Lease,
  retry: { readonly afterMs: number; readonly lastError: string; readonly isCounted: boolean },
): Promise<void> {
  const runAt = sql`case when ${jobs.again} then now() else ${until(retry.afterMs)} end`
  await database.platformTx((db) =>
    db
      .update(jobs)
      .set({
        ...unleased,
        runAt,
        again: false,
        lastError: retry.lastError,
        attempts: retry.isCounted ? jobs.attempts : uncounted,
      })
      .where(held(lease)),
  )
}

/** Requeues the job as if untried: it is unfinished, or the worker stops. */
export async function releaseJob(database: Database, lease: Lease): Promise<void> {
  await database.platformTx(async (db) => {
    await db
      .update(jobs)
      .set({ ...unleased, attempts: uncounted, again: false })
      .where(held(lease))
    db.hint('jobs')
  })
}

/** A second of waiting makes up for this much weight, so that no heavy job waits for ever. */
const weightPerSecond = 10
const weightLeft = sql`${jobs.weight} - ${weightPerSecond} * extract(epoch from now() - ${jobs.createdAt})`

const unleased = { leaseOwner: null, leaseUntil: null }
const uncounted = sql`greatest(${jobs.attempts} - 1, 0)`

function held(lease: Lease) {
  return and(eq(jobs.id, lease.id), eq(jobs.leaseOwner, lease.owner))
}

function until(ms: number) {
  return sql`now() + ${Math.ceil(ms)} * interval '1 millisecond'`
}
