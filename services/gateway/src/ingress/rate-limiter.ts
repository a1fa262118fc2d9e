import { CodedError } from '@portal/service-kit/coded-error'
import { LRUCache } from 'lru-cache'
import type { RateLimit } from '../config.ts'

const bucketsMax = 50_000

interface Bucket {
  tokens: number
  at: number
}

/** A token bucket per key, in memory: each replica counts for itself. */
export class RateLimiter {
  readonly #limit: RateLimit
  readonly #now: () => number
  /** The least recently used key is evicted first, so a client that keeps asking stays limited. */
  readonly #buckets = new LRUCache<string, Bucket>({ max: bucketsMax })

  constructor(limit: RateLimit, now: () => number = Date.now) {
    this.#limit = limit
    this.#now = now
  }

  /** Takes one token; throws `rate_limited` with the seconds to wait if there is none. */
  take(key: string): void {
    const missing = this.#spend(key)
    if (missing > 0) throw this.#exceeded(missing)
  }

  /** Throws like {@link take} if nothing is left, but takes nothing. */
  assertLeft(key: string): void {
    const { tokens } = this.#filled(key)
    if (tokens < 0) throw this.#exceeded(-tokens)
  }

  /** Takes a price that is known only afterwards; the debt is at most a minute of tokens. */
  charge(key: string, tokens: number): void {
    if (tokens <= 0) return
    const bucket = this.#filled(key)
    bucket.tokens = Math.max(-this.#limit.perMinute, bucket.tokens - tokens)
  }

  /** Takes one token and returns whether there was one. */
  takes(key: string): boolean {
    return this.#spend(key) === 0
  }

  /** Takes one token, or returns what is missing of it. */
  #spend(key: string): number {
    const bucket = this.#filled(key)
    if (bucket.tokens < 1) return 1 - bucket.tokens
    bucket.tokens -= 1
    return 0
  }

  /** The key's bucket, refilled for the time since its last use. */
  #filled(key: string): Bucket {
    const { perMinute, burst } = this.#limit
    const now = this.#now()
    const bucket = this.#buckets.get(key) ?? this.#open(key, now)
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) * perMinute) / 60_000)
    bucket.at = now
    return bucket
  }

  #exceeded(missing: number): CodedError {
    return new CodedError('rate_limited', 'Too many requests. Please wait a moment and try again.', {
      retryAfterSeconds: Math.max(1, Math.ceil((missing * 60) / this.#limit.perMinute)),
    })
  }

  #open(key: string, at: number): Bucket {
    const bucket = { tokens: this.#limit.burst, at }
    this.#buckets.set(key, bucket)
    return bucket
  }
}
