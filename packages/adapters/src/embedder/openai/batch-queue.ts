/**
 * Runs limited work concurrently, first come first served. Work aborted while queued never runs.
 */
export class BatchQueue {
  readonly #concurrency: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  /** Rejects with the signal's reason if aborted while queued. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#running >= this.#concurrency) await this.#turn()
    else this.#running += 1
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      this.#passOn()
    }
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #passOn(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running -= 1
  }
}
