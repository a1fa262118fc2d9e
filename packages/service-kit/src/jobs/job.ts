import type { z } from 'zod'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Logger } from '../logger.ts'
import type { Emit } from '../outbox/emit.ts'
import type { Enqueue } from './enqueue.ts'

/** The scope of one attempt. */
export interface JobContext<Ports, Payload = Record<string, unknown>> {
  readonly organizationId: number
  readonly payload: Payload
  /** Counts from 1. */
  readonly attempt: number
  /** Aborts when the service stops or another worker may have taken the job. */
  readonly signal: AbortSignal
  readonly ports: Ports
  readonly log: Logger
  /** Throws {@link LeaseLost} if the job is another worker's now, so that two never write. */
  tx<T>(work: (db: TransactionHandle, emit: Emit, enqueue: Enqueue) => Promise<T>): Promise<T>
  /** This run did a part of the work: the job runs again once others have had their turn. */
  continueLater(): void
  /** Reports progress, 0 to 1; stored about once a second. */
  progress(share: number): void
}

/**
 * `concurrency` is per process, and so is `perOrganization`, which keeps one organization from
 * occupying them all (the default is all); `leaseMs` is how long a dead worker's job stays leased.
 */
export interface JobDefinition<Payload extends z.ZodObject, Ports> {
  readonly payload: Payload
  readonly maxAttempts: number
  readonly leaseMs: number
  readonly concurrency: number
  readonly perOrganization?: number
  /** Before the second attempt, in milliseconds, doubling up to a minute; 1 s by default. */
  readonly retryMs?: number
  /** May run again after a crash, so its effects outside transactions must be idempotent. */
  readonly run: (ctx: JobContext<Ports, z.output<Payload>>) => Promise<void>
  /** Runs after the last attempt failed or its worker died; retried until it succeeds. */
  readonly failed?: (ctx: JobContext<Ports, z.output<Payload>>, error: unknown) => Promise<void>
}

/** A kind of long work, whatever its payload. */
export type Job<Ports> = Required<JobDefinition<z.ZodObject, Ports>> & { readonly kind: string }

/** This worker's lease ran out: another may have taken the job. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** Declares a kind of long work; its payload's type is kept for {@link Enqueue}. */
export function job<Payload extends z.ZodObject, Ports>(
  kind: string,
  definition: JobDefinition<Payload, Ports>,
): Job<Ports> & { readonly payload: Payload } {
  const { payload, run, failed } = definition
  return {
    retryMs: 1000,
    perOrganization: definition.concurrency,
    ...definition,
    kind,
    run: (ctx) => run({ ...ctx, payload: payload.parse(ctx.payload) }),
    failed: async (ctx, error) => {
      const understood = payload.safeParse(ctx.payload)
      if (understood.success) await failed?.({ ...ctx, payload: understood.data }, error)
    },
  }
}
