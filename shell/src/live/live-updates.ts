import { invalidations } from '@portal/contracts/invalidations'
import { readsBelow } from '@portal/remote-kit/route-query'
import type { QueryClient } from '@tanstack/react-query'
import { shareAmongTabs } from './share-among-tabs.ts'

/** A change, a gap in the stream after which anything may have changed, or the session's end. */
export type LiveMessage =
  | { readonly kind: 'changed'; readonly type: string }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'ended' }

/** Opens GET /api/events and emits its messages; EventSource reconnects. Returns what closes it. */
export function openEventStream(
  emit: (message: LiveMessage) => void,
  open: () => EventTarget & Pick<EventSource, 'close'> = () => new EventSource('/api/events'),
): () => void {
  const source = open()
  const state = { wasInterrupted: false }
  source.addEventListener('error', () => {
    state.wasInterrupted = true
  })
  source.addEventListener('open', () => {
    if (state.wasInterrupted) emit({ kind: 'resumed' })
    state.wasInterrupted = false
  })
  source.addEventListener('message', (event) => {
    const type = changedType(event)
    if (type !== null) emit({ kind: 'changed', type })
  })
  source.addEventListener('session-ended', () => emit({ kind: 'ended' }))
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

/** Invalidates what a message affects (decision 41): visible reads refetch now, others on use. */
export function applyLiveMessage(queries: QueryClient, message: Exclude<LiveMessage, { kind: 'ended' }>) {
  if (message.kind === 'resumed') return void queries.invalidateQueries()
  for (const path of invalidations[message.type] ?? []) void queries.invalidateQueries(readsBelow(path))
}

/** Keeps every tab's cache current, and reports the session's end. Returns what stops it. */
export function startLiveUpdates(queries: QueryClient, onEnded: () => void): () => void {
  return shareAmongTabs<LiveMessage>({
    name: 'portal-events',
    lead: (emit) => openEventStream(emit),
    receive: (message) => {
      if (message.kind === 'ended') onEnded()
      else applyLiveMessage(queries, message)
    },
  })
}
