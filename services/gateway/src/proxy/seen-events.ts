import { LRUCache } from 'lru-cache'

interface Seen {
  readonly events: string
  readonly at: number
}

const keptMs = 30_000
const responsesMax = 8
const sessionsMax = 20_000
const wellFormed = /^[\w.-]{1,100}:[0-9a-f-]{36}$/

/**
 * The events that a session has caused lately, so that its next reads wait for them (decision 62).
 */
export class SeenEvents {
  readonly #bySid = new LRUCache<string, readonly Seen[]>({ max: sessionsMax })
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** Remembers the events of a response, `type:id` separated by commas. */
  remember(sid: string, events: string): void {
    const tokens = events.split(',').filter((token) => wellFormed.test(token))
    if (tokens.length === 0) return
    const recent = this.#recent(sid).slice(1 - responsesMax)
    this.#bySid.set(sid, [...recent, { events: tokens.join(','), at: this.#now() }])
  }

  /** The header's value for the session's next request, or null. */
  header(sid: string): string | null {
    if (!this.#bySid.has(sid)) return null
    const recent = this.#recent(sid)
    if (recent.length > 0) return recent.map((seen) => seen.events).join(',')
    this.#bySid.delete(sid)
    return null
  }

  #recent(sid: string): readonly Seen[] {
    const since = this.#now() - keptMs
    return (this.#bySid.peek(sid) ?? []).filter((seen) => seen.at > since)
  }
}
