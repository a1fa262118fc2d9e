/** Share of calls that may be retried: more would overload a struggling engine (reliability.md). */
const share = 0.2

/** Limits retries to a fifth of the calls; up to `burst` can be saved up in quiet times. */
export class RetryBudget {
  readonly #burst: number
  #left: number

  constructor(burst: number) {
    this.#burst = burst
    this.#left = burst
  }

  /** Counts a first attempt, which earns its share. */
  earn(): void {
    this.#left = Math.min(this.#burst, this.#left + share)
  }

  /** Takes one retry from the budget, if there is one. */
  spend(): boolean {
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
