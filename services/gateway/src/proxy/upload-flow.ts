import { LRUCache } from 'lru-cache'
import type { RateLimit } from '../config.ts'

const organizationsMax = 50_000

interface Bucket {
  bytes: number
  at: number
}

/**
 * The pace of uploads. At full speed those of one organization would starve everybody else of
 * processor time, since every byte is copied from socket to socket.
 */
export class UploadFlow {
  readonly #limit: RateLimit
  readonly #now: () => number
  readonly #buckets = new LRUCache<string, Bucket>({ max: organizationsMax })

  /** `limit` is in bytes. */
  constructor(limit: RateLimit, now: () => number = () => performance.now()) {
    this.#limit = limit
    this.#now = now
  }

  /** Counts received bytes; returns how long the next ones must wait, in milliseconds. */
  pass(owner: string, bytes: number): number {
    const { perMinute, burst } = this.#limit
    const now = this.#now()
    const bucket = this.#buckets.get(owner) ?? { bytes: burst, at: now }
    bucket.bytes = Math.min(burst, bucket.bytes + ((now - bucket.at) * perMinute) / 60_000) - bytes
    bucket.at = now
    this.#buckets.set(owner, bucket)
    return Math.max(0, (-bucket.bytes * 60_000) / perMinute)
  }
}
