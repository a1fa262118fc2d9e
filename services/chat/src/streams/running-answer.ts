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

/**
 * An answer that this process works on. What its stream has carried is in the database; here it is
 * handed to those who wait for it, and not kept.
 */
export class RunningAnswer {
  readonly id: string
  readonly organizationId: number
  readonly #halt = new AbortController()
  readonly #over = Promise.withResolvers<void>()
  #published = 0
  readonly #waiting = new Set<(events: readonly AnswerEvent[]) => void>()

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

  /** The number of the latest event that followers may have. */
  get published(): number {
    return this.#published
  }

  halt(reason: Error): void {
    this.#halt.abort(reason)
  }

  /** Hands stored events to those who follow here. */
  publish(events: readonly AnswerEvent[]): void {
    this.#published += events.length
    for (const take of this.#waiting) take(events)
  }

  end(): void {
    this.publish([])
    this.#over.resolve()
  }

  /** The events after those published; none at the end, or when the reader has left. */
  news(left: AbortSignal): Promise<readonly AnswerEvent[]> {
    return new Promise((resolve) => {
      const take = (events: readonly AnswerEvent[]) => {
        this.#waiting.delete(take)
        left.removeEventListener('abort', leave)
        resolve(events)
      }
      const leave = () => take([])
      this.#waiting.add(take)
      left.addEventListener('abort', leave)
    })
  }
}
