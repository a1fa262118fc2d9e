/** Opens for `openMs` after this many failures in a window, if they are half of its requests. */
const failuresMin = 5
const windowMs = 10_000
const openMs = 2000

/** How a request ended; `abandoned` (the client left) says nothing about the upstream. */
export type Outcome = 'responded' | 'failed' | 'abandoned'

/** A circuit breaker: closed, open, then one probe at a time until one succeeds (R10). */
export class Breaker {
  readonly #now: () => number
  #windowStart = 0
  #requests = 0
  #failures = 0
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

  /** Whole seconds until the next probe, at least one. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil((this.#openUntil - this.#now()) / 1000))
  }

  /** Ends an admitted request. */
  settle(outcome: Outcome): void {
    if (this.#isProbing) {
      this.#isProbing = false
      if (outcome === 'responded') this.#close()
      if (outcome === 'failed') this.#open()
      return
    }
    if (outcome === 'abandoned' || this.#openUntil !== 0) return
    const now = this.#now()
    if (now - this.#windowStart > windowMs) {
      this.#windowStart = now
      this.#requests = 0
      this.#failures = 0
    }
    this.#requests += 1
    if (outcome === 'failed') this.#failures += 1
    if (this.#failures >= failuresMin && this.#failures * 2 >= this.#requests) this.#open()
  }

  #open(): void {
    this.#openUntil = this.#now() + openMs
  }

  #close(): void {
    this.#openUntil = 0
    this.#requests = 0
    this.#failures = 0
  }
}
