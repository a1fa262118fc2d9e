/** Lost: the portal does not respond. Restored: it does again, since a moment. */
export type ConnectionState = 'fine' | 'lost' | 'restored'

export interface ConnectionOptions {
  /** Sends one small request; resolves when anything responds, rejects when nothing does. */
  readonly probe: (signal: AbortSignal) => Promise<unknown>
  /** What was read may be old by now, and what failed can be read. */
  readonly onRestored: () => void
  readonly events: Pick<Window, 'addEventListener'>
}

/** Milliseconds from the beginning of one try to that of the next; no try lasts longer. */
const probeEveryMs = 3000
const restoredShownMs = 4000

/** Whether the portal can be reached, which the browser's own events do not say in full. */
export type Connection = ReturnType<typeof createConnection>

/** Follows the browser's events and failed requests; while nothing responds it keeps trying. */
export function createConnection({ probe, onRestored, events }: ConnectionOptions) {
  const listeners = new Set<() => void>()
  let state: ConnectionState = 'fine'
  let timer: ReturnType<typeof setTimeout> | undefined
  let probing: AbortController | null = null
  const become = (next: ConnectionState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const again = (after: number, work: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(work, after)
  }
  /** One at a time. A single failed request may have been broken off by the page itself. */
  const check = async () => {
    if (probing) return
    const own = new AbortController()
    probing = own
    const beganAt = Date.now()
    const givingUp = setTimeout(() => own.abort(), probeEveryMs)
    const responds = await probe(own.signal).then(
      () => true,
      () => false,
    )
    clearTimeout(givingUp)
    // Another was sent in its place.
    if (probing !== own) return
    probing = null
    if (!responds) lose(probeEveryMs - (Date.now() - beganAt))
    else if (state === 'lost') restore()
  }
  const lose = (afterMs = probeEveryMs) => {
    if (state !== 'lost') become('lost')
    again(Math.max(afterMs, 0), () => void check())
  }
  /** What was sent while the browser was offline may hang. */
  const checkAnew = () => {
    probing?.abort()
    probing = null
    void check()
  }
  const restore = () => {
    become('restored')
    again(restoredShownMs, () => become('fine'))
    onRestored()
  }
  events.addEventListener('offline', () => lose())
  events.addEventListener('online', checkAnew)
  return {
    /** A request got no response. */
    suspect: () => void check(),
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
