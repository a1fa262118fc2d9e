interface Seen {
  readonly events: string
  readonly at: number
}

const keptMs = 30_000
const answersMax = 8
const callersMax = 20_000
const wellFormed = /^[\w.-]{1,100}:[0-9a-f-]{36}$/

/** What a caller's own writes have caused lately, so that their next calls are answered by projections that know it (decision 62). */
export class SeenEvents {
  readonly #byCaller = new Map<string, Seen[]>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Remembers the events of an answer, `type:id` separated by commas. */
  remember(sid: string, events: string): void {
    const tokens = events.split(',').filter((token) => wellFormed.test(token))
    if (tokens.length === 0) return
    const recent = this.#recent(sid).slice(1 - answersMax)
    this.#byCaller.delete(sid)
    this.#byCaller.set(sid, [...recent, { events: tokens.join(','), at: this.#now() }])
    if (this.#byCaller.size <= callersMax) return
    for (const oldest of this.#byCaller.keys()) {
      this.#byCaller.delete(oldest)
      return
    }
  }

  /** The header's value for a caller's next call, or null. */
  header(sid: string): string | null {
    if (!this.#byCaller.has(sid)) return null
    const recent = this.#recent(sid)
    if (recent.length > 0) return recent.map((seen) => seen.events).join(',')
    this.#byCaller.delete(sid)
    return null
  }

  #recent(sid: string): Seen[] {
    const since = this.#now() - keptMs
    return (this.#byCaller.get(sid) ?? []).filter((seen) => seen.at > since)
  }
}
