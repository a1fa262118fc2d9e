/** Lets at most `share` of requests be retried (a fifth), with a small float so that quiet times may retry too. */
export class RetryBudget {
  readonly #share: number
  readonly #floatMax: number
  #tokens: number

  constructor(share = 0.2, floatMax = 10) {
    this.#share = share
    this.#floatMax = floatMax
    this.#tokens = floatMax
  }

  /** Counts a first attempt. */
  earn(): void {
    this.#tokens = Math.min(this.#floatMax, this.#tokens + this.#share)
  }

  /** Takes one retry out of the budget, if there is one. */
  spend(): boolean {
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
