import { Alarm, backoff, sleep } from '../sleep.ts'
import type { Job } from './job.ts'
import { findWaiting, type Lease, leaseJobs, releaseJob } from './leases.ts'
import { type JobRuntime, runLease } from './run-lease.ts'

export interface JobsOptions<Ports> extends JobRuntime<Ports> {
  readonly jobs: readonly Job<Ports>[]
  /** How long a stop waits for aborted jobs, in milliseconds; 5 s by default. */
  readonly graceMs?: number
}

/** While jobs are free that are not taken: for want of room, or because others take them. */
const pollMs = 500
/** Jobs hint and say when they are due; the poll finds those that other processes enqueue. */
const restMs = 2000

/**
 * Works through the job table, leased with SKIP LOCKED: any number of processes share it, and a
 * dead worker's job is retried when its lease expires. Attempts are capped, with backoff. `stop`
 * takes no more jobs, aborts running ones, and releases those that do not end in time.
 */
export function startJobs<Ports>(options: JobsOptions<Ports>): { stop(): Promise<void> } {
  const alarm = new Alarm()
  const stopping = new AbortController()
  const { signal } = stopping
  const kinds = options.jobs.map((job) => new Kind(options, job, { signal, ended: () => alarm.ring() }))
  const forget = options.database.onHint('jobs', () => alarm.ring())
  const loop = takeInTurns(kinds, options, { alarm, signal })
  return {
    stop: async () => {
      forget()
      stopping.abort()
      alarm.ring()
      await loop
      await Promise.all(kinds.map((kind) => kind.letGo(options.graceMs ?? 5000)))
    },
  }
}

/** One query for all kinds: each of its own would wake a connection whenever anything changes. */
async function takeInTurns<Ports>(
  kinds: readonly Kind<Ports>[],
  { database, log }: JobRuntime<Ports>,
  { alarm, signal }: { readonly alarm: Alarm; readonly signal: AbortSignal },
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let pauseMs = pollMs
    try {
      const withRoom = kinds.filter(({ room }) => room > 0)
      const waiting = await findWaiting(
        database,
        withRoom.map(({ name }) => name),
      )
      const free = waiting.filter(({ inMs }) => inMs <= 0)
      for (const kind of withRoom) await kind.takeOf(free)
      if (free.length === 0) pauseMs = Math.min(restMs, ...waiting.map(({ inMs }) => inMs))
      failures = 0
    } catch (error) {
      failures += 1
      log[failures === 1 ? 'warn' : 'debug']({ err: error }, 'cannot take jobs')
    }
    await alarm.sleep(failures === 0 ? pauseMs : backoff(failures, { firstMs: pollMs, maxMs: 5000 }))
  }
}

interface KindOptions {
  /** Aborts when the service stops. */
  readonly signal: AbortSignal
  /** Called whenever a job has ended and there is room again. */
  readonly ended: () => void
}

/** The jobs of a kind that this process runs. */
class Kind<Ports> {
  readonly #runtime: JobRuntime<Ports>
  readonly #job: Job<Ports>
  readonly #options: KindOptions
  readonly #running = new Map<Lease, Promise<void>>()
  /** When each organization was last served, in turns. */
  readonly #lastTurn = new Map<number, number>()
  #turn = 0

  constructor(runtime: JobRuntime<Ports>, job: Job<Ports>, options: KindOptions) {
    this.#runtime = runtime
    this.#job = job
    this.#options = options
  }

  get name(): string {
    return this.#job.kind
  }

  /** How many more jobs it takes. */
  get room(): number {
    return this.#job.concurrency - this.#running.size
  }

  /** Takes jobs of its kind, if any wait. */
  async takeOf(waiting: Awaited<ReturnType<typeof findWaiting>>): Promise<void> {
    const own = waiting.filter(({ kind }) => kind === this.name)
    if (own.length === 0) return
    const leases = await leaseJobs(this.#runtime.database, this.#job, {
      count: this.room,
      turns: this.#inTurn(own.map(({ organizationId }) => organizationId)),
      roomFor: (organizationId) => this.#job.perOrganization - this.#runningOf(organizationId),
    })
    for (const lease of leases) this.#start(lease)
  }

  /** Waits for aborted jobs and releases those that do not end in time. */
  async letGo(graceMs: number): Promise<void> {
    const ended = new AbortController()
    await Promise.race([sleep(graceMs, ended.signal), Promise.all(this.#running.values())])
    ended.abort()
    const { database, log } = this.#runtime
    const release = (lease: Lease) =>
      releaseJob(database, lease).catch((error: unknown) =>
        log.warn({ err: error, job: this.name }, 'a job is free when its lease runs out'),
      )
    await Promise.all([...this.#running.keys()].map(release))
  }

  #start(lease: Lease): void {
    this.#turn += 1
    this.#lastTurn.set(lease.organizationId, this.#turn)
    const running = runLease(this.#runtime, this.#job, { lease, stopping: this.#options.signal })
      .catch((error: unknown) =>
        this.#runtime.log.warn({ err: error, job: this.name }, 'a job ends when its lease runs out'),
      )
      .finally(() => {
        this.#running.delete(lease)
        this.#options.ended()
      })
    this.#running.set(lease, running)
  }

  #inTurn(organizations: readonly number[]): readonly number[] {
    const lastTurn = (organizationId: number) => this.#lastTurn.get(organizationId) ?? 0
    return [...organizations].sort((a, b) => lastTurn(a) - lastTurn(b))
  }

  #runningOf(organizationId: number): number {
    return [...this.#running.keys()].filter((lease) => lease.organizationId === organizationId).length
  }
}
