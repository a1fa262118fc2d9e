/** Passes a value on at once; of those that come during the pause after it only the last, when the pause ends. */
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

  /** What waits is forgotten. */
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
