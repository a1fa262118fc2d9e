import { invalidations } from '@portal/contracts/invalidations'
import { readsBelow } from '@portal/remote-kit/route-query'
import type { QueryClient } from '@tanstack/react-query'
import { shareAmongTabs } from './share-among-tabs.ts'

/**
 * A change, a gap in the stream after which anything may have changed, the session's end, or a
 * refused stream, which may be the first sign of that end.
 */
export type LiveMessage =
  | { readonly kind: 'changed'; readonly type: string }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'refused' }

interface StreamSource {
  readonly open?: () => Source
  readonly wasInterrupted?: boolean
}

type Source = EventTarget & Pick<EventSource, 'close' | 'readyState'>

/** Milliseconds until a stream that was refused is opened again; longer each time. */
const reopenAfterMs = { first: 5000, longest: 60_000 } as const

/**
 * Opens GET /api/events and emits its messages. EventSource reconnects after lost connections; one
 * that was refused, by a gateway that starts for instance, is opened anew. `from` says how, and
 * whether changes may have been missed before. Returns what closes it.
 */
export function openEventStream(emit: (message: LiveMessage) => void, from: StreamSource = {}): () => void {
  const { open = () => new EventSource('/api/events'), wasInterrupted = false } = from
  const state = { wasInterrupted, pauseMs: reopenAfterMs.first as number }
  let timer: ReturnType<typeof setTimeout> | undefined
  const connect = () => {
    const source = open()
    source.addEventListener('error', () => {
      state.wasInterrupted = true
      if (source.readyState !== closed) return
      timer = setTimeout(reconnect, state.pauseMs)
      state.pauseMs = Math.min(state.pauseMs * 2, reopenAfterMs.longest)
      emit({ kind: 'refused' })
    })
    source.addEventListener('open', () => {
      if (state.wasInterrupted) emit({ kind: 'resumed' })
      Object.assign(state, { wasInterrupted: false, pauseMs: reopenAfterMs.first })
    })
    source.addEventListener('message', (event) => {
      const type = changedType(event)
      if (type !== null) emit({ kind: 'changed', type })
    })
    source.addEventListener('session-ended', () => emit({ kind: 'ended' }))
    return source
  }
  let current = connect()
  const reconnect = () => {
    current = connect()
  }
  return () => {
    clearTimeout(timer)
    current.close()
  }
}

/** EventSource.CLOSED, which test environments lack. */
const closed = 2

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
export function applyLiveMessage(
  queries: QueryClient,
  message: Extract<LiveMessage, { kind: 'changed' | 'resumed' }>,
) {
  if (message.kind === 'resumed') return void queries.invalidateQueries()
  for (const path of invalidations[message.type] ?? []) void queries.invalidateQueries(readsBelow(path))
}

/**
 * Keeps every tab's cache current; `recheckSession` is called when the session has ended or may
 * have. Returns what stops it.
 */
export function startLiveUpdates(queries: QueryClient, recheckSession: () => void): () => void {
  return shareAmongTabs<LiveMessage>({
    name: 'portal-events',
    lead: (emit, isSuccessor) => openEventStream(emit, { wasInterrupted: isSuccessor }),
    receive: (message) => {
      if (message.kind === 'ended' || message.kind === 'refused') recheckSession()
      else applyLiveMessage(queries, message)
    },
  })
}
