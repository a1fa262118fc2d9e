import { assistantApi } from '@portal/contracts/answer-stream'
import type { Citation, chatApi } from '@portal/contracts/chat'
import { type Client, RequestError } from '@portal/contracts/client'
import { errorStatus } from '@portal/contracts/errors'
import { followRoute } from '@portal/contracts/event-stream'
import type { PassageLocation } from '@portal/contracts/passage-location'
import type { RouteEvent, RouteResponse } from '@portal/contracts/route'

/** The whole answer, as it is stored. */
export type Answer = RouteResponse<typeof chatApi.ask>
/** An event of an answer's stream. */
export type AnswerEvent = RouteEvent<typeof assistantApi.streamAnswer>

/** What has come of an answer: the passages that are read, then checked statements. */
export interface AnswerSoFar {
  readonly passages: readonly PassageLocation[]
  readonly text: string
  readonly citations: readonly Citation[]
}

/** An answer of which nothing has come. */
export const nothingYet: AnswerSoFar = { passages: [], text: '', citations: [] }

/** The same with what an event adds. */
export function withEvent<Known extends AnswerSoFar>(known: Known, { event, data }: AnswerEvent): Known {
  if (event === 'citations') return { ...known, passages: data.passages }
  if (event !== 'text') return known
  return { ...known, text: known.text + data.content, citations: [...known.citations, ...data.citations] }
}

/** How often in a row a broken connection is taken up again, and the pause before. */
const resumesMax = 8
const pauseMs = 1000

/** A question as it is sent, or the stream of one that was. */
export interface Following {
  readonly body: { readonly question: string; readonly conversationId?: string }
  /** A repetition follows the same answer, or asks again where none came. */
  readonly key: string
  readonly streamId: string | null
  readonly onEvent: (event: AnswerEvent) => void
  /** The person wants no answer any more. */
  readonly signal: AbortSignal
}

/**
 * Follows a question to its answer, through lost connections. Rejects with RequestError when the
 * server says that it failed, with the signal's reason when it is stopped, which the server learns.
 */
export async function followAnswer(client: Client, following: Following): Promise<Answer> {
  const follower = new Follower(client, following)
  const { signal } = following
  const stop = () => follower.stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await follower.answer()
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

class Follower {
  readonly #client: Client
  readonly #following: Following
  readonly #reading = new AbortController()
  #streamId: string | null
  #lastId = 0
  #broken = 0
  /** The server has said that the answer failed. */
  #hasFailed = false

  constructor(client: Client, following: Following) {
    this.#client = client
    this.#following = following
    this.#streamId = following.streamId
  }

  async answer(): Promise<Answer> {
    for (;;) {
      const answer = await this.#read()
      if (answer) return answer
      // To send again what may not have arrived is for the person to decide.
      if (this.#streamId === null || this.#broken >= resumesMax)
        throw new TypeError('The connection broke off.')
      this.#broken += 1
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  /** Before its first event an answer has no name to stop it by; that comes at once. */
  stop(): void {
    if (this.#streamId === null) return
    this.#reading.abort(this.#following.signal.reason)
    const params = { id: this.#streamId }
    void this.#client.call(assistantApi.stopAnswer, { params }).catch(() => 'it has ended')
  }

  /** The answer, or null when the connection broke before it. */
  async #read(): Promise<Answer | null> {
    try {
      for await (const event of this.#events()) {
        const answer = this.#take(event)
        if (answer) return answer
      }
    } catch (error) {
      if (this.#reading.signal.aborted || !this.#mayPass(error)) throw error
    }
    return null
  }

  /** A connection that broke, or nobody there to take it up again: the answer may be under way. */
  #mayPass(error: unknown): boolean {
    if (error instanceof TypeError) return true
    const isAway = error instanceof RequestError && error.status === errorStatus.upstream_unavailable
    return isAway && this.#streamId !== null && !this.#hasFailed
  }

  #take(event: AnswerEvent): Answer | null {
    if (event.event === 'conversation') this.#streamId = event.data.streamId
    if (this.#following.signal.aborted) this.stop()
    this.#reading.signal.throwIfAborted()
    if (event.event === 'done') return event.data
    this.#hasFailed = event.event === 'error'
    if (event.event === 'error') throw failureOf(event.data)
    if (event.event === 'stopped') throw new DOMException('Stopped elsewhere.', 'AbortError')
    this.#lastId = event.id
    this.#broken = 0
    this.#following.onEvent(event)
    return null
  }

  #events(): AsyncIterable<AnswerEvent> {
    const { body, key } = this.#following
    const { signal } = this.#reading
    if (this.#streamId === null) {
      const headers = { 'idempotency-key': key }
      const asked = { route: assistantApi.streamAnswer, input: { body } }
      return followRoute(this.#client, asked, { headers, signal })
    }
    const asked = { route: assistantApi.followAnswer, input: { params: { id: this.#streamId } } }
    return followRoute(this.#client, asked, { headers: { 'last-event-id': String(this.#lastId) }, signal })
  }
}

/** The same failure as that of a response. */
function failureOf(body: Extract<AnswerEvent, { event: 'error' }>['data']): RequestError {
  const status = (errorStatus as Readonly<Record<string, number>>)[body.code] ?? 500
  return new RequestError(status, '', JSON.stringify(body))
}
