/** Work for all tabs: `lead` starts it in one and returns its stop; `receive` runs in every tab. */
export interface SharedWork<Message> {
  readonly name: string
  readonly lead: (emit: (message: Message) => void) => () => void
  readonly receive: (message: Message) => void
}

/**
 * Runs `lead` in one tab of the origin and broadcasts its messages. Over HTTP/1.1 browsers allow
 * six connections per host: a stream per tab would block the seventh tab. Returns what ends this
 * tab's part.
 */
export function shareAmongTabs<Message>({ name, lead, receive }: SharedWork<Message>): () => void {
  const channel = new BroadcastChannel(name)
  const ending = new AbortController()
  channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data)
  const leadUntilEnd = () =>
    new Promise<void>((resolve) => {
      const stop = lead((message) => {
        channel.postMessage(message)
        receive(message)
      })
      ending.signal.addEventListener('abort', () => {
        stop()
        resolve()
      })
    })
  // Locks are absent outside a secure context.
  if ('locks' in navigator) {
    navigator.locks.request(name, { signal: ending.signal }, leadUntilEnd).catch((error: unknown) => {
      if (!ending.signal.aborted) console.error('Leading the tabs failed', error)
    })
  } else void leadUntilEnd()
  return () => {
    ending.abort()
    channel.close()
  }
}
