/**
 * Work for all tabs: `lead` starts it in one and returns its stop; `receive` runs in every tab.
 * `isSuccessor`: this tab waited for another that led before, and nobody led for a moment.
 */
export interface SharedWork<Message> {
  readonly name: string
  readonly lead: (emit: (message: Message) => void, isSuccessor: boolean) => () => void
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
  const leadUntilEnd = (isSuccessor: boolean) =>
    new Promise<void>((resolve) => {
      if (ending.signal.aborted) return resolve()
      const stop = lead((message) => {
        channel.postMessage(message)
        receive(message)
      }, isSuccessor)
      ending.signal.addEventListener('abort', () => {
        stop()
        resolve()
      })
    })
  // Locks are absent outside a secure context.
  if ('locks' in navigator) {
    leadInTurn(name, ending.signal, leadUntilEnd).catch((error: unknown) => {
      if (!ending.signal.aborted) console.error('Leading the tabs failed', error)
    })
  } else void leadUntilEnd(false)
  return () => {
    ending.abort()
    channel.close()
  }
}

/** Leads while it holds the lock: at once if nobody does, otherwise as the successor. */
async function leadInTurn(
  name: string,
  signal: AbortSignal,
  lead: (isSuccessor: boolean) => Promise<void>,
): Promise<void> {
  const isFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await lead(false)
    return lock !== null
  })
  if (!isFree) await navigator.locks.request(name, { signal }, () => lead(true))
}
