const burst = 5
const perCall = 0.2

/** Keeps retries below a fifth of the calls, so that a struggling engine is not drowned by its own callers (reliability.md, deadlines). */
export class RetryBudget {
  #left = burst

  /** Counts a call, which earns its share. */
  earn(): void {
    this.#left = Math.min(burst, this.#left + perCall)
  }

  /** Whether one more retry may be made; takes it if so. */
  spend(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
