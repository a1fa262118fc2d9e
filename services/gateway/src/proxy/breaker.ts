/** It opens after this many failures within a window, if they are half of what was asked, and stays open for `openMs`. */
const failuresMin = 5
const windowMs = 10_000
const openMs = 2000

/** Keeps requests away from an upstream that fails: closed, open, then one probe at a time until one succeeds (reliability.md R10). */
export class Breaker {
  readonly #now: () => number
  #windowStart = 0
  #asked = 0
  #failed = 0
  #openUntil = 0
  #isProbing = false

  constructor(now: () => number = performance.now.bind(performance)) {
    this.#now = now
  }

  /** Whether a request may go out now. Each admitted one must end in {@link settle}. */
  admit(): boolean {
    if (this.#openUntil === 0) return true
    if (this.#isProbing || this.#now() < this.#openUntil) return false
    this.#isProbing = true
    return true
  }

  /** Whole seconds until a probe is let through, at least one. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((this.#openUntil - this.#now()) / 1000))
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
    const now = this.#now()
    if (now - this.#windowStart > windowMs) {
      this.#windowStart = now
      this.#asked = 0
      this.#failed = 0
    }
    this.#asked += 1
    if (outcome === 'failed') this.#failed += 1
    if (this.#failed >= failuresMin && this.#failed * 2 >= this.#asked) this.#open()
  }

  #open(): void {
    this.#openUntil = this.#now() + openMs
  }

  #close(): void {
    this.#openUntil = 0
    this.#asked = 0
    this.#failed = 0
  }
}
