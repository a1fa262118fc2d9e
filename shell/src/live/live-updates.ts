import { invalidations } from '@portal/contracts/invalidations'
import { readsBelow } from '@portal/remote-kit/route-query'
import type { QueryClient } from '@tanstack/react-query'
import { shareAmongTabs } from './share-among-tabs.ts'

/** What a tab hears: a change, that the stream was away for a while and anything may have changed, or that the session has ended. */
export type LiveMessage =
  | { readonly kind: 'changed'; readonly type: string }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'ended' }

/** Opens the stream of GET /api/events and tells what comes. EventSource reconnects by itself. Returns what closes it. */
export function openEventStream(
  tell: (message: LiveMessage) => void,
  open: () => EventTarget & Pick<EventSource, 'close'> = () => new EventSource('/api/events'),
): () => void {
  const source = open()
  const state = { wasInterrupted: false }
  source.addEventListener('error', () => {
    state.wasInterrupted = true
  })
  source.addEventListener('open', () => {
    if (state.wasInterrupted) tell({ kind: 'resumed' })
    state.wasInterrupted = false
  })
  source.addEventListener('message', (event) => {
    const type = changedType(event)
    if (type !== null) tell({ kind: 'changed', type })
  })
  source.addEventListener('session-ended', () => tell({ kind: 'ended' }))
  return () => source.close()
}

/** The type of an invalidation message (contracts/gateway.ts), null for anything else. */
function changedType(event: Event): string | null {
  if (!(event instanceof MessageEvent)) return null
  try {
    const message: unknown = JSON.parse(String(event.data))
    const isTyped = typeof message === 'object' && message !== null && 'type' in message
    return isTyped ? String(message.type) : null
  } catch (error) {
    console.error('An event could not be read', error)
    return null
  }
}

/** Makes stale what a message says (decision 41): reads on show are read again, the others when they are needed. */
export function applyLiveMessage(
  queries: QueryClient,
  message: Exclude<LiveMessage, { readonly kind: 'ended' }>,
): void {
  if (message.kind === 'resumed') {
    void queries.invalidateQueries()
    return
  }
  for (const path of invalidations[message.type] ?? []) void queries.invalidateQueries(readsBelow(path))
}

/** Keeps the cache of every tab up to date for a signed-in person, and tells each that the session is over. Returns what ends it. */
export function startLiveUpdates(queries: QueryClient, onEnded: () => void): () => void {
  return shareAmongTabs<LiveMessage>({
    name: 'portal-events',
    lead: (tell) => openEventStream(tell),
    hear: (message) => {
      if (message.kind === 'ended') onEnded()
      else applyLiveMessage(queries, message)
    },
  })
}
