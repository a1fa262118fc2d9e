import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { cookieAttributes, cookieNames } from '../authentication/cookies.ts'
import type { Seal } from '../secrets/seal.ts'

const keptSeconds = 30
const keptMs = keptSeconds * 1000
const responsesMax = 8
const sessionsMax = 20_000
/** Maximum length of a cookie, so that requests do not grow much. */
const cookieCharactersMax = 1200
const wellFormed = /^[\w.-]{1,100}:[0-9a-f-]{36}$/

const Seen = z.object({ events: z.string(), at: z.number() })
type Seen = z.infer<typeof Seen>
const SeenOfSession = z.object({ sid: z.string(), seen: z.array(Seen) })

/**
 * The events that a session caused lately, so that its next reads wait for them (decision 62). A
 * browser carries them from replica to replica, in a sealed cookie of each one that it wrote at.
 */
export class SeenEvents {
  readonly #seal: Seal
  readonly #ownCookie = `${cookieNames.seen}${randomBytes(4).toString('hex')}`
  readonly #bySid = new LRUCache<string, readonly Seen[]>({ max: sessionsMax, ttl: keptMs })
  /** Events about what operators' lists show, caused by anybody. */
  #ofPlatform: readonly Seen[] = []

  constructor(seal: Seal) {
    this.#seal = seal
  }

  /** Remembers the events of a response, `type:id` separated by commas. */
  remember(sid: string, events: string): void {
    const tokens = events.split(',').filter((token) => wellFormed.test(token))
    if (tokens.length === 0) return
    this.#add(sid, { events: tokens.join(','), at: Date.now() })
  }

  /** Remembers an event of the platform for every operator: their streams may be elsewhere. */
  rememberForOperators(event: string): void {
    this.#ofPlatform = [
      ...recent(this.#ofPlatform).slice(1 - responsesMax),
      { events: event, at: Date.now() },
    ]
  }

  /** Adds what the session did at other replicas; true if there was anything new. */
  learn(sid: string, cookies = ''): boolean {
    if (!cookies.includes(cookieNames.seen)) return false
    let isNew = false
    for (const seen of this.#elsewhere(sid, cookies)) {
      const isKnown = this.#recent(sid).some(({ events }) => events === seen.events)
      if (!isKnown) this.#add(sid, seen)
      isNew ||= !isKnown
    }
    return isNew
  }

  /** The header's value for the session's next request, or null. */
  header(sid: string, { isOperator = false } = {}): string | null {
    const seen = [...this.#recent(sid), ...(isOperator ? recent(this.#ofPlatform) : [])]
    const events = seen.map((each) => each.events)
    return events.length > 0 ? events.join(',') : null
  }

  /** The `Set-Cookie` that carries it to other replicas. */
  cookie(sid: string): string {
    const seen = this.#recent(sid)
    while (seen.length > 1 && JSON.stringify(seen).length > cookieCharactersMax) seen.shift()
    const sealed = this.#seal.seal(JSON.stringify({ sid, seen }))
    const { path, sameSite } = cookieAttributes
    return `${this.#ownCookie}=${sealed}; Max-Age=${keptSeconds}; Path=${path}; SameSite=${sameSite}; Secure; HttpOnly`
  }

  #elsewhere(sid: string, cookies: string): Seen[] {
    return cookies.split(';').flatMap((pair) => {
      const [name = '', value = ''] = pair.trim().split('=')
      if (!name.startsWith(cookieNames.seen) || name === this.#ownCookie) return []
      const text = this.#seal.open(value)
      const carried = text === null ? null : SeenOfSession.parse(JSON.parse(text))
      return carried?.sid === sid ? recent(carried.seen) : []
    })
  }

  #add(sid: string, seen: Seen): void {
    this.#bySid.set(sid, [...this.#recent(sid).slice(1 - responsesMax), seen])
  }

  #recent(sid: string): Seen[] {
    return recent(this.#bySid.peek(sid) ?? [])
  }
}

function recent(seen: readonly Seen[]): Seen[] {
  return seen.filter(({ at }) => at > Date.now() - keptMs)
}
