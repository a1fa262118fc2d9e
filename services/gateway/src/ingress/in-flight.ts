import type { IncomingMessage, ServerResponse } from 'node:http'
import { CodedError } from '@portal/service-kit/coded-error'
import { hasBody } from './body-pace.ts'

/** A request and its response. */
interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/**
 * Counts the requests that each key has running, from the end of the request's body to the end of
 * its response, and refuses more when there are `max`.
 */
export class InFlight {
  readonly #max: number
  readonly #running = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Throws `rate_limited` when too many are running. */
  enter(key: string, { incoming, outgoing }: Exchange): void {
    const running = this.#running.get(key) ?? 0
    if (running >= this.#max)
      throw new CodedError('rate_limited', 'Too many requests at once. Please wait a moment and try again.', {
        retryAfterSeconds: 1,
      })
    if (incoming.complete || !hasBody(incoming)) this.#begin(key, outgoing)
    else incoming.once('end', () => this.#begin(key, outgoing))
  }

  #begin(key: string, outgoing: ServerResponse): void {
    if (outgoing.closed) return
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
    outgoing.once('close', () => {
      const left = (this.#running.get(key) ?? 0) - 1
      if (left > 0) this.#running.set(key, left)
      else this.#running.delete(key)
    })
  }
}
