/** When a breaker opens: at least `failuresMin` failures, and half of what was asked, within `windowMs`. It stays open for `openMs`. */
export interface BreakerOptions {
  readonly failuresMin: number
  readonly windowMs: number
  readonly openMs: number
  readonly now: () => number
}

/** Keeps requests away from an upstream that fails: closed, open, then one probe at a time until one succeeds (reliability.md R10). */
export class Breaker {
  readonly #options: BreakerOptions
  #windowStart = 0
  #asked = 0
  #failed = 0
  #openUntil = 0
  #isProbing = false

  constructor(options: BreakerOptions) {
    this.#options = options
  }

  /** Whether a request may go out now. Each admitted one must end in {@link settle}. */
  admit(): boolean {
    if (this.#openUntil === 0) return true
    if (this.#isProbing || this.#options.now() < this.#openUntil) return false
    this.#isProbing = true
    return true
  }

  /** Whole seconds until a probe is let through, at least one. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((this.#openUntil - this.#options.now()) / 1000))
  }

  /** How an admitted request ended; `abandoned` (the client left) says nothing about the upstream. */
  settle(outcome: 'answered' | 'failed' | 'abandoned'): void {
    if (this.#isProbing) {
      this.#isProbing = false
      if (outcome === 'answered') this.#close()
      if (outcome === 'failed') this.#open()
      return
    }
    if (outcome === 'abandoned' || this.#openUntil !== 0) return
    const now = this.#options.now()
    if (now - this.#windowStart > this.#options.windowMs) {
      this.#windowStart = now
      this.#asked = 0
      this.#failed = 0
    }
    this.#asked += 1
    if (outcome === 'failed') this.#failed += 1
    if (this.#failed >= this.#options.failuresMin && this.#failed * 2 >= this.#asked) this.#open()
  }

  #open(): void {
    this.#openUntil = this.#options.now() + this.#options.openMs
  }

  #close(): void {
    this.#openUntil = 0
    this.#asked = 0
    this.#failed = 0
  }
}
