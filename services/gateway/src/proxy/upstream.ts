import { RetryBudget } from '@portal/service-kit/retry-budget'
import { Pool } from 'undici'
import { Breaker, type Outcome } from '../breaker.ts'
import { type ReaderLimits, SlowReaders } from './slow-readers.ts'

interface UpstreamOptions {
  readonly name: string
  readonly url: string
  /** Bulkhead: further requests are refused, so that a slow upstream cannot take every socket. */
  readonly concurrency?: number
  /** The same for event streams, so that open ones take no slots from requests. */
  readonly streams?: number
  readonly idleTimeoutMs?: number
  readonly readers?: Partial<ReaderLimits>
  readonly now?: () => number
}

/** What takes a slot of an upstream: a request, or a stream of events while it is open. */
export type SlotKind = 'request' | 'stream'

/**
 * An owner of requests has at most so many slots for each that is free: three quarters of all
 * beside nobody else, and fewer the more have many, so that some are left for those who come.
 */
const slotsForEachFree = 3

/** A service behind the gateway: connections, bulkhead, breaker and retry budget. */
export class Upstream {
  readonly name: string
  readonly pool: Pool
  readonly retries = new RetryBudget(10)
  readonly readers: SlowReaders
  readonly #breaker: Breaker
  readonly #slots: Readonly<Record<SlotKind, number>>
  readonly #inFlight: Record<SlotKind, number> = { request: 0, stream: 0 }
  readonly #ofOwners = new Map<string, number>()

  constructor(options: UpstreamOptions) {
    this.name = options.name
    this.#slots = { request: options.concurrency ?? 256, stream: options.streams ?? 768 }
    this.#breaker = new Breaker(options.now)
    this.readers = new SlowReaders(options.readers)
    this.pool = new Pool(new URL(options.url).origin, {
      connections: this.#slots.request + this.#slots.stream,
      pipelining: 1,
      connect: { timeout: 2000 },
      // Requests bring their own deadline for the head; this ends a response that stalls half-sent.
      bodyTimeout: options.idleTimeoutMs ?? 30_000,
      keepAliveTimeout: 4000,
    })
  }

  /** Whether an owner of requests has as many slots as may be one's at the moment. */
  hasShare(kind: SlotKind, owner: string): boolean {
    const own = this.#ofOwners.get(`${kind} ${owner}`) ?? 0
    return own > 0 && own >= slotsForEachFree * (this.#slots[kind] - this.#inFlight[kind])
  }

  /** Seconds to wait while breaker or bulkhead refuse; 0 admits, and needs a {@link settle}. */
  admit(kind: SlotKind = 'request', owner?: string): number {
    if (this.#inFlight[kind] >= this.#slots[kind]) return 1
    if (!this.#breaker.admit()) return this.#breaker.retryAfterSeconds
    this.#count(kind, owner, 1)
    this.retries.earn()
    return 0
  }

  /** Ends a request that was admitted for this owner. */
  settle(outcome: Outcome, kind: SlotKind = 'request', owner?: string): void {
    this.#count(kind, owner, -1)
    this.#breaker.settle(outcome)
  }

  #count(kind: SlotKind, owner: string | undefined, by: 1 | -1): void {
    this.#inFlight[kind] += by
    if (owner === undefined) return
    const key = `${kind} ${owner}`
    const count = (this.#ofOwners.get(key) ?? 0) + by
    if (count === 0) this.#ofOwners.delete(key)
    else this.#ofOwners.set(key, count)
  }

  /** Waits for running requests, then closes the connections. */
  async close(): Promise<void> {
    await this.pool.close()
  }
}
