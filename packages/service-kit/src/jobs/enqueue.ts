import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { TransactionHandle } from '../database/connection-slot.ts'
import { uuidV7 } from '../uuid-v7.ts'
import { jobs } from './tables.ts'

/** What is asked for: at most one job of a kind waits per `subject` (of one organization). */
export interface JobRequest<Payload extends z.ZodObject> {
  readonly subject: string
  readonly payload: z.input<Payload>
}

/**
 * Asks for a job in the open transaction; it runs if and only if that commits. Asking while one waits for the same subject replaces its
 * payload; asking while it runs makes it run once more afterwards, so a change that came too late for it is never missed.
 */
export type Enqueue = <Payload extends z.ZodObject>(
  job: { readonly kind: string; readonly payload: Payload },
  request: JobRequest<Payload>,
) => Promise<void>

/** The queue of jobs that concern no organization, as accounts of people without one. Organizations count from 1, so a job's `tx` finds nothing. */
export const platformQueue = 0

/** On whose behalf jobs are asked for. `actorId` is the person who caused them; null or absent where nobody did. */
export interface EnqueueScope {
  readonly organizationId: number | null
  readonly actorId?: string | null
}

/** The job queue of one transaction. Jobs belong to an organization: using it without one throws. */
export function enqueuer(db: TransactionHandle, { organizationId, actorId = null }: EnqueueScope): Enqueue {
  return async (job, { subject, payload }) => {
    if (organizationId === null) throw new Error(`A job of kind ${job.kind} needs an organization.`)
    job.payload.parse(payload)
    await db
      .insert(jobs)
      .values({ id: uuidV7(), organizationId, actorId, kind: job.kind, subject, payload })
      .onConflictDoUpdate({
        target: [jobs.organizationId, jobs.kind, jobs.subject],
        set: {
          payload: sql`excluded.payload`,
          actorId: sql`excluded.actor_id`,
          again: sql`${jobs.leaseOwner} is not null`,
          attempts: sql`case when ${jobs.leaseOwner} is null then 0 else ${jobs.attempts} end`,
          runAt: sql`case when ${jobs.leaseOwner} is null then now() else ${jobs.runAt} end`,
        },
      })
    db.hint('jobs')
  }
}
