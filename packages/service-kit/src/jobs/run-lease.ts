import type { Durations } from '@portal/telemetry/metrics'
import { inSpan, type Tracing } from '@portal/telemetry/running-span'
import type { Database } from '../database/open-database.ts'
import { OrganizationDeleted } from '../database/organization-deleted.ts'
import type { Logger } from '../logger.ts'
import { type AudienceOf, emitter } from '../outbox/emit.ts'
import { EngineUnavailable } from '../ports/engine-unavailable.ts'
import { backoff } from '../sleep.ts'
import { enqueuer } from './enqueue.ts'
import { type Job, type JobContext, LeaseLost } from './job.ts'
import { confirmLease, dropJob, extendLease, finishJob, type Lease, releaseJob, returnJob } from './leases.ts'

/** Counts and traces runs of jobs. */
export interface JobTelemetry {
  readonly tracing: Tracing | null
  readonly jobs: { of(labels: { kind: string; outcome: string }): Pick<Durations, 'observe'> }
}

export interface JobRuntime<Ports> {
  readonly service: string
  readonly audienceOf?: AudienceOf | undefined
  readonly database: Database
  readonly ports: Ports
  readonly log: Logger
  readonly telemetry?: JobTelemetry | undefined
}

const retryMsMax = 60_000
const progressEveryMs = 1000
/** How long a missing engine does not count as a failed attempt. */
const patienceMs = 24 * 3600_000

/** Runs one leased job until it is done, requeued, failed for good, or released by `stopping`. */
export async function runLease<Ports>(
  runtime: JobRuntime<Ports>,
  job: Job<Ports>,
  work: { readonly lease: Lease; readonly stopping: AbortSignal },
): Promise<void> {
  const { lease, stopping } = work
  const heartbeat = new Heartbeat(runtime.database, job.leaseMs, lease)
  const log = runtime.log.child({ job: job.kind, subject: lease.subject, attempt: lease.attempt })
  const signal = AbortSignal.any([stopping, heartbeat.lost])
  let isFinished = true
  const continueLater = () => {
    isFinished = false
  }
  const ctx = contextOf({ ...runtime, log }, { lease, heartbeat, signal, continueLater })
  try {
    if (lease.attempt > job.maxAttempts) throw new Error('The worker died during the last attempt.')
    await observed(runtime, { kind: job.kind, parent: lease.traceparent }, () => job.run(ctx))
    if (isFinished) await finishJob(runtime.database, lease)
    else await releaseJob(runtime.database, lease)
  } catch (error) {
    if (error instanceof LeaseLost || heartbeat.lost.aborted)
      log.warn('the lease was lost; another worker goes on')
    else if (error instanceof OrganizationDeleted) await dropJob(runtime.database, lease)
    else if (stopping.aborted) await releaseJob(runtime.database, lease)
    else await afterFailure(runtime.database, job, { lease, ctx, error })
  } finally {
    heartbeat.stop()
  }
}

/** Times a run, within the trace of the request that enqueued it. */
async function observed<Ports>(
  { telemetry }: JobRuntime<Ports>,
  { kind, parent }: { readonly kind: string; readonly parent: string | null },
  run: () => Promise<void>,
): Promise<void> {
  const since = performance.now()
  const note = (outcome: string) =>
    telemetry?.jobs.of({ kind, outcome }).observe((performance.now() - since) / 1000)
  const tracing = parent === null ? null : (telemetry?.tracing ?? null)
  try {
    await inSpan(tracing, () => ({ name: `job ${kind}`, kind: 'internal', parent }), run)
    note('ok')
  } catch (error) {
    note('failed')
    throw error
  }
}

async function afterFailure<Ports>(
  database: Database,
  job: Job<Ports>,
  failure: { lease: Lease; ctx: JobContext<Ports>; error: unknown },
): Promise<void> {
  const { lease, ctx, error } = failure
  const lastError = (error instanceof Error ? error.message : String(error))
    .replaceAll('\u0000', '')
    .slice(0, 2000)
  if (error instanceof EngineUnavailable && lease.ageMs < patienceMs) {
    ctx.log.warn({ err: error }, 'a job waits for an engine that is away')
    const afterMs = backoff(1, { firstMs: 1000 * error.retryAfterSeconds, maxMs: retryMsMax })
    return returnJob(database, lease, { afterMs, lastError, isCounted: false })
  }
  const afterMs = backoff(lease.attempt, { firstMs: job.retryMs, maxMs: retryMsMax })
  const retry = { afterMs, lastError, isCounted: true }
  if (lease.attempt < job.maxAttempts) {
    ctx.log.warn({ err: error }, 'a job failed and will be tried again')
    return returnJob(database, lease, retry)
  }
  ctx.log.error({ err: error }, 'a job failed for good')
  try {
    await job.failed(ctx, error)
    await finishJob(database, lease)
  } catch (again) {
    ctx.log.error({ err: again }, 'a failed job could not be reported; tried again later')
    await returnJob(database, lease, retry)
  }
}

function contextOf<Ports>(
  runtime: JobRuntime<Ports>,
  run: {
    readonly lease: Lease
    readonly heartbeat: Heartbeat
    readonly signal: AbortSignal
    readonly continueLater: () => void
  },
): JobContext<Ports> {
  const { lease, heartbeat, signal, continueLater } = run
  const { organizationId, actorId } = lease
  const { service, audienceOf, database, ports, log } = runtime
  return {
    organizationId,
    payload: lease.payload,
    attempt: lease.attempt,
    signal,
    ports,
    log,
    continueLater,
    progress: (share) => heartbeat.report(share),
    tx: (work) =>
      database.tenantTx(organizationId, async (db) => {
        const assertOurs = async (isLast: boolean) => {
          if (!(await confirmLease(db, lease, { isLast })))
            throw new LeaseLost('The lease of this job was lost.')
        }
        await assertOurs(false)
        const result = await work(
          db,
          emitter(db, { source: service, audienceOf, organizationId, actorId }),
          enqueuer(db, { organizationId, actorId }),
        )
        await assertOurs(true)
        return result
      }),
  }
}

/** Extends a lease while its job runs. */
class Heartbeat {
  readonly #lost = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #database: Database
  readonly #lease: Lease
  readonly #leaseMs: number
  readonly #forgetHint: () => void
  #extendedAt = performance.now()
  #isBeating = false
  #progress = 0

  constructor(database: Database, leaseMs: number, lease: Lease) {
    this.#database = database
    this.#leaseMs = leaseMs
    this.#lease = lease
    this.#timer = setInterval(() => void this.#beat(), leaseMs / 3)
    this.#forgetHint = database.onHint('leases', () => void this.#beat())
  }

  /** Aborts when the lease is lost or could not be extended in time. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  report(share: number): void {
    this.#progress = Math.min(1, Math.max(0, share))
    if (performance.now() - this.#extendedAt > progressEveryMs) void this.#beat()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#forgetHint()
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) return
    this.#isBeating = true
    const sentAt = performance.now()
    try {
      const isOurs = await extendLease(this.#database, this.#lease, {
        leaseMs: this.#leaseMs,
        progress: this.#progress,
      })
      if (isOurs) this.#extendedAt = sentAt
      else this.#abandon()
    } catch {
      // The database is away: the lease holds until it expires, then another may take the job.
      if (performance.now() - this.#extendedAt > this.#leaseMs) this.#abandon()
    } finally {
      this.#isBeating = false
    }
  }

  #abandon(): void {
    this.stop()
    this.#lost.abort(new LeaseLost('The lease of this job was lost.'))
  }
}
