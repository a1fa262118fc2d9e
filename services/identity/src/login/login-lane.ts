/** More logins are waiting than may wait; worth another try in some seconds. */
export class LaneFull extends Error {
  override readonly name = 'LaneFull'
}

interface Slot {
  readonly account: string
  readonly rank: number
  readonly displaced: AbortController
}

/** Who asks: the login name as typed or the subject, the client's address, and when it has left. */
export interface LaneVisitor {
  readonly account: string
  readonly address: string
  readonly left: AbortSignal
}

const slotsMax = 16
const slotsPerAccountMax = 4
const addressesMax = 10_000
const rememberedMs = 15 * 60_000
/** Below the gateway's deadline, so that who waits in vain reads what to do. */
const longestWaitMs = 7000

/**
 * The logins in progress, bounded in number, of one account too. When it is full, an address that
 * has asked less often displaces one that has asked more often, so that a storm keeps out itself
 * before anybody else. Counts are kept in memory: the lane protects this process.
 */
export class LoginLane {
  readonly #slots = new Set<Slot>()
  readonly #asked = new Map<string, { count: number; at: number }>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /**
   * `work` gets a signal that ends its waiting: after seven seconds, when it is displaced, and when
   * its client has left, so that a storm that is over keeps nobody out. Throws {@link LaneFull}.
   */
  async run<T>(
    { account, address, left }: LaneVisitor,
    work: (displaced: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (left.aborted) throw new LaneFull('Its client has left.')
    const slot: Slot = { account, rank: this.#rank(address), displaced: new AbortController() }
    this.#makeRoom(slot)
    this.#slots.add(slot)
    const limit = setTimeout(() => slot.displaced.abort(new LaneFull('It took too long.')), longestWaitMs)
    const leave = () => slot.displaced.abort(new LaneFull('Its client has left.'))
    left.addEventListener('abort', leave, { once: true })
    try {
      return await work(slot.displaced.signal)
    } finally {
      clearTimeout(limit)
      left.removeEventListener('abort', leave)
      this.#slots.delete(slot)
    }
  }

  #makeRoom({ account, rank }: Slot): void {
    const all = [...this.#slots]
    const same = all.filter((slot) => slot.account === account)
    const rivals = same.length >= slotsPerAccountMax ? same : all.length >= slotsMax ? all : []
    const [first, ...others] = rivals
    if (!first) return
    const worst = others.reduce((a, b) => (b.rank > a.rank ? b : a), first)
    if (worst.rank <= rank) throw new LaneFull('Too many logins are waiting.')
    this.#slots.delete(worst)
    worst.displaced.abort(new LaneFull('A login from elsewhere took the place.'))
  }

  /** How often this address has asked lately, this time included. */
  #rank(address: string): number {
    const now = this.#now()
    const before = this.#asked.get(address)
    const count = before && now - before.at < rememberedMs ? before.count + 1 : 1
    // Deleted first, so that the map's oldest entry is the one that asked the longest ago.
    this.#asked.delete(address)
    this.#asked.set(address, { count, at: now })
    const [oldest] = this.#asked.keys()
    if (this.#asked.size > addressesMax && oldest !== undefined) this.#asked.delete(oldest)
    return count
  }
}
