import { z } from 'zod'
import type { TransactionHandle } from './database/connection-slot.ts'
import { enqueuer, platformQueue } from './jobs/enqueue.ts'
import { type Job, job } from './jobs/job.ts'
import { type RepublishOptions, republish } from './outbox/republish.ts'

const republishKind = { kind: 'republish', payload: z.object({}) }

/**
 * Has the service republish what it owns, once, as soon as it runs. Takes a platform transaction of
 * its database.
 */
export function enqueueRepublish(db: TransactionHandle): Promise<void> {
  return enqueuer(db, { organizationId: platformQueue })(republishKind, { subject: 'all', payload: {} })
}

/** Republishes what the service owns. One that is killed begins again, which changes nothing. */
export function republishJob(
  scope: Pick<RepublishOptions, 'service' | 'republish' | 'database'>,
): Job<unknown> {
  return job<typeof republishKind.payload, unknown>(republishKind.kind, {
    payload: republishKind.payload,
    maxAttempts: Number.MAX_SAFE_INTEGER,
    // Short, so that another process takes over soon after a kill.
    leaseMs: 10_000,
    concurrency: 1,
    run: async ({ signal }) => {
      await republish({ ...scope, progress: () => undefined, halted: signal })
      signal.throwIfAborted()
    },
  })
}
