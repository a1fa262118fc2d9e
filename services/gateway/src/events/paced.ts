/** A throttle: passes a value on at once and, after a pause, the last one that came meanwhile. */
export class Paced<Value> {
  readonly #pass: (value: Value) => void
  readonly #pauseMs: number
  #pause: NodeJS.Timeout | null = null
  #waiting: { readonly value: Value } | null = null

  constructor(pass: (value: Value) => void, pauseMs: number) {
    this.#pass = pass
    this.#pauseMs = pauseMs
  }

  offer(value: Value): void {
    if (this.#pause) {
      this.#waiting = { value }
      return
    }
    this.#pause = setTimeout(() => this.#resume(), this.#pauseMs).unref()
    this.#pass(value)
  }

  /** Discards a value that is waiting. */
  stop(): void {
    if (this.#pause) clearTimeout(this.#pause)
    this.#pause = null
    this.#waiting = null
  }

  #resume(): void {
    const waiting = this.#waiting
    this.#pause = null
    this.#waiting = null
    if (waiting) this.offer(waiting.value)
  }
}
