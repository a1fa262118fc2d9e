import type { EventEnvelope } from '@portal/contracts/events'
import type { Telemetry } from '@portal/telemetry/telemetry'
import { sql } from 'drizzle-orm'
import type { Database } from '../database/open-database.ts'
import type { Session } from '../database/open-session.ts'
import type { Logger } from '../logger.ts'
import type { EventBus } from '../ports/event-bus.ts'
import { Alarm, backoff, sleep } from '../sleep.ts'
import { outbox } from '../tables.ts'

/** `service` is also the topic. */
export interface RelayOptions {
  readonly database: Database
  readonly bus: EventBus
  readonly service: string
  readonly log: Logger
  readonly telemetry?: Telemetry | undefined
  /** Counts an event that says something new. */
  readonly measure?: (event: EventEnvelope) => void
}

const batchMax = 1000
/** Commits hint; the poll finds rows whose process died between the two. */
const pollMs = 2000
/** Small batches reduce throughput: without a backlog the relay works a tenth of the time. */
const rests = { timesAsLong: 9, minMs: 15, maxMs: 100 }
const takeoverPollMs = 500
/** Bundles hints to the active replica: NOTIFY per transaction costs a quarter of throughput. */
const hintBundleMs = 20
const hintChannel = 'portal_outbox'
const pauses = { firstMs: 100, maxMs: 2000 }

/**
 * Publishes the outbox by `seq` in batches, then deletes what the bus has stored: at least once.
 * One relay per service is active (session lock with takeover). No cursor, so late commits are not
 * skipped. The bus is never called inside a transaction. `stop` resolves after the running batch.
 */
export function startRelay(options: RelayOptions): { stop(): Promise<void> } {
  const relay = new OutboxRelay(options)
  const forget = options.database.onHint('outbox', () => relay.poke())
  const running = relay.run()
  return {
    stop: async () => {
      forget()
      relay.halt()
      await running
    },
  }
}

type Row = { readonly seq: number; readonly event: EventEnvelope }

class OutboxRelay {
  readonly #options: RelayOptions
  readonly #hint = new Alarm()
  readonly #halted = new AbortController()
  /** Present while another replica is the active one. */
  #standby: Session | null = null
  #hintTimer: NodeJS.Timeout | null = null
  /** Rows that the bus has, not yet deleted. */
  #published: readonly number[] = []
  #failures = 0

  constructor(options: RelayOptions) {
    this.#options = options
  }

  poke(): void {
    this.#hint.ring()
    const session = this.#standby
    if (!session || this.#hintTimer) return
    this.#hintTimer = setTimeout(() => {
      this.#hintTimer = null
      session.notify(hintChannel, '').catch(() => 'the poll finds the rows')
    }, hintBundleMs)
  }

  halt(): void {
    this.#halted.abort()
    this.#hint.ring()
  }

  async run(): Promise<void> {
    while (!this.#halted.signal.aborted) {
      try {
        await this.#serve()
      } catch (error) {
        await this.#failed('The relay lost its database', error)
      }
    }
  }

  async #serve(): Promise<void> {
    const session = await this.#options.database.openSession()
    try {
      while (!this.#halted.signal.aborted && !(await session.tryLock('portal-relay'))) {
        this.#standby = session
        await sleep(takeoverPollMs, this.#halted.signal)
      }
      this.#standby = null
      if (this.#halted.signal.aborted) return
      session.onEnd(() => this.#hint.ring())
      await session.listen(hintChannel, () => this.#hint.ring())
      await this.#drain(session)
    } finally {
      this.#standby = null
      await session.close()
    }
  }

  async #drain(session: Session): Promise<void> {
    while (!this.#halted.signal.aborted && session.isAlive) {
      const begun = performance.now()
      const batch = await this.#nextBatch()
      if (batch.length === 0) {
        await this.#hint.sleep(pollMs)
        continue
      }
      await this.#publish(batch)
      const restMs = Math.min(
        rests.maxMs,
        Math.max(rests.minMs, rests.timesAsLong * (performance.now() - begun)),
      )
      if (batch.length < batchMax) await sleep(restMs, this.#halted.signal)
    }
    if (this.#published.length > 0) await this.#nextBatch()
  }

  async #publish(batch: readonly Row[]): Promise<void> {
    const { bus, service, log } = this.#options
    try {
      await bus.publish(
        service,
        batch.map((row) => row.event),
      )
      this.#published = batch.map((row) => row.seq)
      for (const { event } of batch) this.#notePublished(event)
      if (this.#failures > 0) log.info({ failures: this.#failures }, 'The relay publishes again')
      this.#failures = 0
    } catch (error) {
      await this.#failed('The event bus does not take events', error)
    }
  }

  /** A span from the change to its publication, and a count of events that say something new. */
  #notePublished(event: EventEnvelope): void {
    const { type, traceparent, time } = event
    const { telemetry, measure } = this.#options
    if (!event.republished) {
      telemetry?.published.of({ type }).add()
      measure?.(event)
    }
    const tracing = telemetry?.tracing
    if (!tracing || !traceparent) return
    const startedAt = Date.parse(time)
    tracing.start({ name: `publish ${type}`, kind: 'producer', parent: traceparent, startedAt }).end()
  }

  /** One statement, hence one snapshot: the select skips the rows being deleted. */
  async #nextBatch(): Promise<Row[]> {
    const done = sql`${`{${this.#published.join(',')}}`}::text::bigint[]`
    const forgotten = sql`with forgotten as (delete from ${outbox} where seq = any(${done}))`
    const isReadOnly = this.#published.length === 0
    const rows = await this.#options.database.platformTx(
      (db) =>
        db.execute<{ seq: string; event: EventEnvelope }>(sql`
          ${isReadOnly ? sql`` : forgotten}
          select seq, event from ${outbox} where seq not in (select unnest(${done})) order by seq limit ${batchMax}`),
      { isReadOnly },
    )
    this.#published = []
    return rows.map((row) => ({ seq: Number(row.seq), event: row.event }))
  }

  async #failed(message: string, error: unknown): Promise<void> {
    this.#failures += 1
    const level = this.#failures === 1 ? 'warn' : 'debug'
    this.#options.log[level]({ err: error, failures: this.#failures }, message)
    await sleep(backoff(this.#failures, pauses), this.#halted.signal)
  }
}
