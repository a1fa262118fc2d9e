import type { AnswerEvent } from './follow-answer.ts'

/** An event without its place in the stream. */
export type NewAnswerEvent = AnswerEvent extends infer Event
  ? Event extends AnswerEvent
    ? Omit<Event, 'id'>
    : never
  : never

/** A stream of these events that ends, or is cut off, behind them. */
export function streamed(...events: readonly NewAnswerEvent[]): Response {
  const stream = heldStream()
  const send = async () => {
    for (const event of events) await stream.send(event)
    await stream.end()
  }
  send().catch(() => 'the reader has left')
  return stream.response()
}

/** A stream whose events a test sends. */
export function heldStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  let id = 0
  return {
    response: () => new Response(readable, { headers: { 'content-type': 'text/event-stream' } }),
    send: (event: NewAnswerEvent) => {
      id += 1
      return writer.write(frame(event, id))
    },
    end: () => writer.close(),
    cut: () => writer.abort(new TypeError('network error')),
  }
}

/** An event as it comes over the wire. */
function frame({ event, data }: NewAnswerEvent, id: number): Uint8Array {
  return new TextEncoder().encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}
