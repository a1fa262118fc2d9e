const perWindowMax = 10
const peopleMax = 5000

interface Window<Attempt> {
  readonly since: number
  count: number
  last: Attempt
}

/** The refusals of one person that a past window suppressed: their number and the last of them. */
export interface Suppressed<Attempt> {
  readonly last: Attempt
  readonly suppressed: number
}

/** Limits how many refusals per person are recorded, so that nobody floods the log. */
export class DenialBudget<Attempt> {
  static readonly windowMs = 60_000
  readonly #now: () => number
  readonly #windows = new Map<string, Window<Attempt>>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether to record this one; `over` is what a window ended by this call suppressed. */
  spend(
    person: string,
    attempt: Attempt,
  ): { readonly isWithin: boolean; readonly over: Suppressed<Attempt> | null } {
    const known = this.#windows.get(person)
    if (known && this.#now() - known.since < DenialBudget.windowMs) {
      known.count += 1
      known.last = attempt
      return { isWithin: known.count <= perWindowMax, over: null }
    }
    const [evicted] = known || this.#windows.size < peopleMax ? [person] : this.#windows.keys()
    const over = evicted === undefined ? null : this.#close(evicted)
    this.#windows.set(person, { since: this.#now(), count: 1, last: attempt })
    return { isWithin: true, over }
  }

  /** What the windows that have ended suppressed. */
  closeEnded(): Suppressed<Attempt>[] {
    const now = this.#now()
    const ended = [...this.#windows].filter(([, { since }]) => now - since >= DenialBudget.windowMs)
    return this.#closeOf(ended.map(([person]) => person))
  }

  closeAll(): Suppressed<Attempt>[] {
    return this.#closeOf([...this.#windows.keys()])
  }

  #closeOf(people: readonly string[]): Suppressed<Attempt>[] {
    return people.map((person) => this.#close(person)).filter((over) => over !== null)
  }

  #close(person: string): Suppressed<Attempt> | null {
    const window = this.#windows.get(person)
    this.#windows.delete(person)
    if (!window || window.count <= perWindowMax) return null
    return { last: window.last, suppressed: window.count - perWindowMax }
  }
}
