/** Runs limited work concurrently, in order of arrival. Work aborted while queued is not run. */
export class WorkQueue {
  readonly #concurrency: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(concurrency: number) {
    this.#concurrency = concurrency
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Rejects with the signal's reason as soon as it is aborted while queued. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    if (this.#running >= this.#concurrency) await this.#turn(signal)
    else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => {
      const at = this.#waiting.indexOf(resolve)
      if (at === -1) return
      this.#waiting.splice(at, 1)
      reject(signal?.reason)
    }
    this.#waiting.push(resolve)
    signal?.addEventListener('abort', giveUp, { once: true })
    await promise.finally(() => signal?.removeEventListener('abort', giveUp))
  }
}
