/** Locks and channels of the browser, as far as used here. */
export interface TabPlaces {
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly openChannel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>
}

const browserPlaces: TabPlaces = {
  get locks() {
    // Absent outside a secure context.
    return 'locks' in navigator ? navigator.locks : undefined
  },
  openChannel: (name) => new BroadcastChannel(name),
}

/** What is run once for all tabs: `lead` starts it and returns what stops it, `hear` gets every message in every tab. */
export interface SharedWork<Message> {
  readonly name: string
  readonly lead: (tell: (message: Message) => void) => () => void
  readonly hear: (message: Message) => void
}

/**
 * Runs `lead` in one tab of this origin at a time, and hands what it tells to every tab. A browser holds six connections to a host over
 * HTTP/1.1: a stream per tab would stop the seventh tab from loading. Returns what ends this tab's part.
 */
export function shareAmongTabs<Message>(
  { name, lead, hear }: SharedWork<Message>,
  places: TabPlaces = browserPlaces,
): () => void {
  const channel = places.openChannel(name)
  const ending = new AbortController()
  channel.onmessage = ({ data }: MessageEvent<Message>) => hear(data)
  const leadUntilEnd = () =>
    new Promise<void>((resolve) => {
      const stop = lead((message) => {
        channel.postMessage(message)
        hear(message)
      })
      ending.signal.addEventListener('abort', () => {
        stop()
        resolve()
      })
    })
  if (places.locks) {
    places.locks.request(name, { signal: ending.signal }, leadUntilEnd).catch((error: unknown) => {
      if (!ending.signal.aborted) console.error('Leading the tabs failed', error)
    })
  } else void leadUntilEnd()
  return () => {
    ending.abort()
    channel.close()
  }
}
