import type { assistantApi } from '@portal/contracts/answer-stream'
import type { RouteEvent } from '@portal/contracts/route'

/** An event of an answer's stream. */
export type AnswerEvent = RouteEvent<typeof assistantApi.streamAnswer>

/** An event without its place, which it gets when it is stored. */
export type NewAnswerEvent = AnswerEvent extends infer Event
  ? Event extends AnswerEvent
    ? Omit<Event, 'id'>
    : never
  : never

/** Why an answer ends early: its asker wants it no more. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/** An answer that this process works on, and what its stream has carried. */
export class RunningAnswer {
  readonly id: string
  readonly organizationId: number
  readonly events: AnswerEvent[] = []
  readonly #halt = new AbortController()
  readonly #over = Promise.withResolvers<void>()
  #news = Promise.withResolvers<void>()

  constructor(id: string, organizationId: number) {
    this.id = id
    this.organizationId = organizationId
  }

  /** Ends the work. */
  get signal(): AbortSignal {
    return this.#halt.signal
  }

  /** Resolves when nothing more comes. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  halt(reason: Error): void {
    this.#halt.abort(reason)
  }

  /** Hands stored events to those who follow here. */
  publish(events: readonly AnswerEvent[]): void {
    this.events.push(...events)
    const { resolve } = this.#news
    this.#news = Promise.withResolvers()
    resolve()
  }

  end(): void {
    this.publish([])
    this.#over.resolve()
  }

  /** Resolves with the next events, the end, or when the reader has left. */
  async news(reader: AbortSignal): Promise<void> {
    const left = Promise.withResolvers<void>()
    const leave = () => left.resolve()
    reader.addEventListener('abort', leave, { once: true })
    await Promise.race([this.#news.promise, left.promise])
    reader.removeEventListener('abort', leave)
  }
}
