import { LRUCache } from 'lru-cache'

/** How fast the uploads of one organization pass, all together, in bytes. */
export interface UploadFlowOptions {
  readonly perSecond?: number
  /** What passes at once after a pause: a file of the greatest size. */
  readonly burst?: number
}

const organizationsMax = 50_000

interface Bucket {
  bytes: number
  at: number
}

/**
 * The pace of uploads. At full speed, one organization's would keep the processor from all others,
 * since each of their bytes is copied from socket to socket.
 */
export class UploadFlow {
  readonly #perSecond: number
  readonly #burst: number
  readonly #now: () => number
  readonly #buckets = new LRUCache<string, Bucket>({ max: organizationsMax })

  constructor(
    { perSecond = 2_500_000, burst = 11_000_000 }: UploadFlowOptions = {},
    now: () => number = () => performance.now(),
  ) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#now = now
  }

  /** Counts bytes that arrived; how long the next ones must wait, in milliseconds. */
  pass(owner: string, bytes: number): number {
    const now = this.#now()
    const bucket = this.#buckets.get(owner) ?? { bytes: this.#burst, at: now }
    const refilled = bucket.bytes + ((now - bucket.at) * this.#perSecond) / 1000
    bucket.bytes = Math.min(this.#burst, refilled) - bytes
    bucket.at = now
    this.#buckets.set(owner, bucket)
    return Math.max(0, (-bucket.bytes * 1000) / this.#perSecond)
  }
}
