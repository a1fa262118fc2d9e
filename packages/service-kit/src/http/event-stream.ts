import type { Route } from '@portal/contracts/route'
import { publicError } from '../coded-error.ts'

/** A server-sent event: its place in the stream, its name in the route's `events`, its data. */
export interface SentEvent {
  readonly id: number
  readonly event: string
  readonly data: unknown
}

/** Makes the events of a stream; `left` aborts when the reader leaves. */
export type EventsUntil = (left: AbortSignal) => AsyncIterable<SentEvent>

/** Below the time after which proxies close a silent connection. */
const beatMs = 10_000
const beat = Buffer.from(': beat\n\n')
const retryMs = 1000

interface Sending {
  readonly route: Route
  readonly requestId: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Responds with events (https://html.spec.whatwg.org/multipage/server-sent-events.html). Each is
 * filtered by its schema; nothing is buffered beyond the one that the reader takes next.
 */
export function eventResponse(events: EventsUntil, sending: Sending): Response {
  const leaving = new AbortController()
  const source = events(leaving.signal)[Symbol.asyncIterator]()
  let beating: NodeJS.Timeout | undefined
  let lastId = 0
  const end = (controller: ReadableStreamDefaultController, error: unknown) => {
    const data = publicError(error, sending.requestId).body
    controller.enqueue(frame(sending.route, { id: lastId + 1, event: 'error', data }))
    controller.close()
  }
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(`retry: ${retryMs}\n\n`)),
    pull: async (controller) => {
      beating = setInterval(() => controller.enqueue(beat), beatMs)
      try {
        const taken = await source.next()
        if (leaving.signal.aborted) return
        if (taken.done) return controller.close()
        lastId = taken.value.id
        controller.enqueue(frame(sending.route, taken.value))
      } catch (error) {
        if (!leaving.signal.aborted) end(controller, error)
      } finally {
        clearInterval(beating)
      }
    },
    cancel: async () => {
      clearInterval(beating)
      leaving.abort()
      await source.return?.()
    },
  })
  const headers = {
    ...sending.headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  }
  return new Response(body, { headers })
}

function frame({ events, path }: Route, { id, event, data }: SentEvent): Uint8Array {
  const schema = events?.[event]
  if (!schema) throw new Error(`${path} has no event ${event}.`)
  return Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(schema.parse(data))}\n\n`)
}
