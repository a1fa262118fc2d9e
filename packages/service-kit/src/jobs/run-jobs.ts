import { Alarm, backoff, sleep } from '../sleep.ts'
import type { Job } from './job.ts'
import { type Lease, leaseJobs, releaseJob } from './leases.ts'
import { type JobRuntime, runLease } from './run-lease.ts'

export interface JobsOptions<Ports> extends JobRuntime<Ports> {
  readonly jobs: readonly Job<Ports>[]
  /** How long a stop waits for aborted jobs, in milliseconds; 5 s by default. */
  readonly graceMs?: number
}

const pollMs = 500

/**
 * Works through the job table, leased with SKIP LOCKED: any number of processes share it, and a
 * dead worker's job is retried when its lease expires. Attempts are capped, with backoff. `stop`
 * takes no more jobs, aborts running ones, and releases those that do not end in time.
 */
export function startJobs<Ports>(options: JobsOptions<Ports>): { stop(): Promise<void> } {
  const workers = options.jobs.map((job) => new Worker(options, job))
  const forget = options.database.onHint('jobs', () => {
    for (const worker of workers) worker.poke()
  })
  return {
    stop: async () => {
      forget()
      await Promise.all(workers.map((worker) => worker.stop(options.graceMs ?? 5000)))
    },
  }
}

class Worker<Ports> {
  readonly #runtime: JobRuntime<Ports>
  readonly #job: Job<Ports>
  readonly #alarm = new Alarm()
  readonly #stopping = new AbortController()
  readonly #running = new Map<Lease, Promise<void>>()
  /** When each organization was last served, in turns. */
  readonly #lastTurn = new Map<number, number>()
  readonly #loop: Promise<void>
  #turn = 0
  #failures = 0

  constructor(runtime: JobRuntime<Ports>, job: Job<Ports>) {
    this.#runtime = runtime
    this.#job = job
    this.#loop = this.#work()
  }

  poke(): void {
    this.#alarm.ring()
  }

  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort()
    this.#alarm.ring()
    await this.#loop
    const ended = new AbortController()
    await Promise.race([sleep(graceMs, ended.signal), Promise.all(this.#running.values())])
    ended.abort()
    const { database, log } = this.#runtime
    const letGo = (lease: Lease) =>
      releaseJob(database, lease).catch((error: unknown) =>
        log.warn({ err: error, job: this.#job.kind }, 'a job is free when its lease runs out'),
      )
    await Promise.all([...this.#running.keys()].map(letGo))
  }

  async #work(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const free = this.#job.concurrency - this.#running.size
      const leases = free > 0 ? await this.#take(free) : []
      for (const lease of leases) this.#start(lease)
      if (leases.length < free || free === 0) await this.#alarm.sleep(this.#pauseMs())
    }
  }

  async #take(count: number): Promise<Lease[]> {
    try {
      const leases = await leaseJobs(this.#runtime.database, this.#job, {
        count,
        inTurn: (organizations) => this.#inTurn(organizations),
        roomFor: (organizationId) => this.#job.perOrganization - this.#runningOf(organizationId),
      })
      this.#failures = 0
      return leases
    } catch (error) {
      this.#failures += 1
      const level = this.#failures === 1 ? 'warn' : 'debug'
      this.#runtime.log[level]({ err: error, job: this.#job.kind }, 'cannot take jobs')
      return []
    }
  }

  #start(lease: Lease): void {
    this.#turn += 1
    this.#lastTurn.set(lease.organizationId, this.#turn)
    const running = runLease(this.#runtime, this.#job, { lease, stopping: this.#stopping.signal })
      .catch((error: unknown) =>
        this.#runtime.log.warn({ err: error, job: this.#job.kind }, 'a job ends when its lease runs out'),
      )
      .finally(() => {
        this.#running.delete(lease)
        this.#alarm.ring()
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

  #pauseMs(): number {
    return this.#failures === 0 ? pollMs : backoff(this.#failures, { firstMs: pollMs, maxMs: 5000 })
  }
}
