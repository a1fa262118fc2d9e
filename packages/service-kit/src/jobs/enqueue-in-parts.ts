import type { z } from 'zod'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Enqueue, JobRequest } from './enqueue.ts'

/** A job of one organization. */
export interface DueJob<Payload extends z.ZodObject> extends JobRequest<Payload> {
  readonly organizationId: number
}

interface JobQueues {
  platformTx<T>(
    work: (db: TransactionHandle, enqueueFor: (organizationId: number) => Enqueue) => Promise<T>,
  ): Promise<T>
}

const partSize = 250

/**
 * Enqueues any number of jobs in transactions that end well within their time limit. What an error
 * leaves out, the next look finds again.
 */
export async function enqueueInParts<Payload extends z.ZodObject>(
  { platformTx }: JobQueues,
  job: { readonly kind: string; readonly payload: Payload },
  due: readonly DueJob<Payload>[],
): Promise<void> {
  // In one order, since replicas that look at once would otherwise wait for each other's rows.
  const sorted = due.toSorted(
    (a, b) => a.organizationId - b.organizationId || (a.subject < b.subject ? -1 : 1),
  )
  for (let at = 0; at < sorted.length; at += partSize)
    await platformTx(async (_, enqueueFor) => {
      for (const { organizationId, ...request } of sorted.slice(at, at + partSize))
        await enqueueFor(organizationId)(job, request)
    })
}
