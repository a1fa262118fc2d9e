import { LRUCache } from 'lru-cache'

const keptMs = 30_000
const responsesMax = 8
const sessionsMax = 20_000
const wellFormed = /^[\w.-]{1,100}:[0-9a-f-]{36}$/

type Seen = { readonly events: string; readonly at: number }

/** The events that a session caused lately, so that its next reads wait for them (decision 62). */
export class SeenEvents {
  readonly #bySid = new LRUCache<string, readonly Seen[]>({ max: sessionsMax, ttl: keptMs })

  /** Remembers the events of a response, `type:id` separated by commas. */
  remember(sid: string, events: string): void {
    const tokens = events.split(',').filter((token) => wellFormed.test(token))
    if (tokens.length === 0) return
    const recent = this.#recent(sid).slice(1 - responsesMax)
    this.#bySid.set(sid, [...recent, { events: tokens.join(','), at: Date.now() }])
  }

  /** The header's value for the session's next request, or null. */
  header(sid: string): string | null {
    const events = this.#recent(sid).map((seen) => seen.events)
    return events.length > 0 ? events.join(',') : null
  }

  #recent(sid: string): readonly Seen[] {
    return (this.#bySid.peek(sid) ?? []).filter((seen) => seen.at > Date.now() - keptMs)
  }
}
