import { CodedError } from '@portal/service-kit/coded-error'
import type { RateLimit } from '../config.ts'

interface Bucket {
  tokens: number
  at: number
}

const bucketsMax = 50_000

/** A token bucket per key, in memory: each replica counts for itself. */
export class RateLimiter {
  readonly #limit: RateLimit
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()

  constructor(limit: RateLimit, now: () => number = Date.now) {
    this.#limit = limit
    this.#now = now
  }

  /** Takes one request out of the key's bucket; throws `rate_limited` with the seconds to wait when it is empty. */
  take(key: string): void {
    const { perMinute, burst } = this.#limit
    const now = this.#now()
    const bucket = this.#buckets.get(key) ?? { tokens: burst, at: now }
    this.#keep(key, bucket)
    bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) * perMinute) / 60_000)
    bucket.at = now
    if (bucket.tokens < 1) {
      throw new CodedError('rate_limited', 'Too many requests. Please wait a moment and try again.', {
        retryAfterSeconds: Math.max(1, Math.ceil(((1 - bucket.tokens) * 60) / perMinute)),
      })
    }
    bucket.tokens -= 1
  }

  /** The key that was asked about longest ago is forgotten first: whoever goes on asking stays limited. */
  #keep(key: string, bucket: Bucket): void {
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size <= bucketsMax) return
    for (const oldest of this.#buckets.keys()) {
      this.#buckets.delete(oldest)
      return
    }
  }
}
