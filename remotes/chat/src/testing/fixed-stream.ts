import type { AnswerEvent } from '../features/thread/follow-answer.ts'
import { fixedAskAnswer, fixedId } from './fixed-answers.ts'

export const fixedStreamId = fixedId('b001', 1)

type NewEvent = AnswerEvent extends infer Event
  ? Event extends AnswerEvent
    ? Omit<Event, 'id'>
    : never
  : never

/** An event as it comes over the wire. */
export function frame({ event, data }: NewEvent, id = 1): Uint8Array {
  return new TextEncoder().encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}

export function begun(answer = fixedAskAnswer()): NewEvent {
  return { event: 'conversation', data: { streamId: fixedStreamId, conversation: answer.conversation } }
}

/** The response of POST /api/chat/stream. */
export function streamedAnswer(answer = fixedAskAnswer()): Response {
  const { outcome } = answer
  return streamed(begun(answer), { event: 'outcome', data: { outcome: outcome ?? 'answered' } }, done(answer))
}

/** The whole answer, as a stream ends with it. */
export function done(answer = fixedAskAnswer()): NewEvent {
  return { event: 'done', data: { ...answer, outcome: answer.outcome ?? 'answered' } }
}

/** A stream of these events that ends, or is cut off, behind them. */
export function streamed(...events: readonly NewEvent[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const [at, event] of events.entries()) controller.enqueue(frame(event, at + 1))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

/** A stream whose events a test sends. */
export function heldStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  let id = 0
  return {
    response: () => new Response(readable, { headers: { 'content-type': 'text/event-stream' } }),
    send: (event: NewEvent) => {
      id += 1
      return writer.write(frame(event, id))
    },
    end: () => writer.close(),
    cut: () => writer.abort(new TypeError('network error')),
  }
}
