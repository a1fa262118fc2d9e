import { activeSpan } from '@portal/telemetry/running-span'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { TransactionHandle } from '../database/connection-slot.ts'
import { jobs } from '../tables.ts'
import { uuidV7 } from '../uuid-v7.ts'

/** At most one job of a kind waits per `subject` and organization. */
export interface JobRequest<Payload extends z.ZodObject> {
  readonly subject: string
  readonly payload: z.input<Payload>
  /** How much work it is, compared with others of its kind; 0 by default. Light ones go first. */
  readonly weight?: number
}

/**
 * Enqueues a job with the open transaction's commit. One waiting for the same subject gets the new
 * payload; one that is running runs again afterwards, so no change is missed.
 */
export type Enqueue = <Payload extends z.ZodObject>(
  job: { readonly kind: string; readonly payload: Payload },
  request: JobRequest<Payload>,
) => Promise<void>

/** Jobs of no organization, such as accounts. Ids count from 1, so their `tx` finds nothing. */
export const platformQueue = 0

/** `actorId` is the person who caused the jobs, if anyone did. */
export interface EnqueueScope {
  readonly organizationId: number | null
  readonly actorId?: string | null
}

/** The job queue of a transaction. Enqueuing without an organization throws. */
export function enqueuer(db: TransactionHandle, { organizationId, actorId = null }: EnqueueScope): Enqueue {
  return async (job, { subject, payload, weight = 0 }) => {
    if (organizationId === null) throw new Error(`A job of kind ${job.kind} needs an organization.`)
    job.payload.parse(payload)
    const traceparent = activeSpan()?.traceparent ?? null
    const about = { organizationId, actorId, traceparent, kind: job.kind, subject }
    await db
      .insert(jobs)
      .values({ id: uuidV7(), ...about, payload, weight })
      .onConflictDoUpdate({
        target: [jobs.organizationId, jobs.kind, jobs.subject],
        set: {
          payload: sql`excluded.payload`,
          weight: sql`excluded.weight`,
          actorId: sql`excluded.actor_id`,
          traceparent: sql`excluded.traceparent`,
          again: sql`${jobs.leaseOwner} is not null`,
          attempts: sql`case when ${jobs.leaseOwner} is null then 0 else ${jobs.attempts} end`,
          runAt: sql`case when ${jobs.leaseOwner} is null then now() else ${jobs.runAt} end`,
        },
      })
    db.hint('jobs')
  }
}
