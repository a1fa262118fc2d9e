const perWindowMax = 10
const whoMax = 5000

interface Window<Attempt> {
  readonly since: number
  count: number
  last: Attempt
}

/** What was not recorded of someone in a window that ended: how much, and the last of it. */
export interface Suppressed<Attempt> {
  readonly last: Attempt
  readonly suppressed: number
}

/** How many refusals of one person are recorded one by one: the log is for reading, and nobody shall be able to flood it. */
export class DenialBudget<Attempt> {
  static readonly windowMs = 60_000
  readonly #now: () => number
  readonly #windows = new Map<string, Window<Attempt>>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether this one is recorded by itself; `over` is what a window that ended with it had suppressed. */
  spend(
    who: string,
    attempt: Attempt,
  ): { readonly isWithin: boolean; readonly over: Suppressed<Attempt> | null } {
    const known = this.#windows.get(who)
    if (known && this.#now() - known.since < DenialBudget.windowMs) {
      known.count += 1
      known.last = attempt
      return { isWithin: known.count <= perWindowMax, over: null }
    }
    const [evicted] = known || this.#windows.size < whoMax ? [who] : this.#windows.keys()
    const over = evicted === undefined ? null : this.#close(evicted)
    this.#windows.set(who, { since: this.#now(), count: 1, last: attempt })
    return { isWithin: true, over }
  }

  /** What the windows that have ended had suppressed. */
  closeEnded(): Suppressed<Attempt>[] {
    const now = this.#now()
    const ended = [...this.#windows].filter(([, { since }]) => now - since >= DenialBudget.windowMs)
    return this.#closeThese(ended.map(([who]) => who))
  }

  closeAll(): Suppressed<Attempt>[] {
    return this.#closeThese([...this.#windows.keys()])
  }

  #closeThese(whos: readonly string[]): Suppressed<Attempt>[] {
    return whos.map((who) => this.#close(who)).filter((over) => over !== null)
  }

  #close(who: string): Suppressed<Attempt> | null {
    const window = this.#windows.get(who)
    this.#windows.delete(who)
    if (!window || window.count <= perWindowMax) return null
    return { last: window.last, suppressed: window.count - perWindowMax }
  }
}
