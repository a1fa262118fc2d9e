/** The latest of something, of at most an hour: the oldest gives way. */
export class Recent<One> {
  readonly #max: number
  readonly #kept: { readonly at: number; readonly one: One }[] = []
  #next = 0

  constructor(max: number) {
    this.#max = max
  }

  add(one: One): void {
    this.#kept[this.#next] = { at: Date.now(), one }
    this.#next = (this.#next + 1) % this.#max
  }

  /** The oldest first. */
  list(): One[] {
    const since = Date.now() - hourMs
    const inOrder = [...this.#kept.slice(this.#next), ...this.#kept.slice(0, this.#next)]
    return inOrder.filter(({ at }) => at >= since).map(({ one }) => one)
  }
}

const hourMs = 3_600_000
