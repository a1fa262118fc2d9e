import type { IncomingMessage, ServerResponse } from 'node:http'
import { CodedError } from '@portal/service-kit/coded-error'
import { hasBody } from './body-pace.ts'

/** The requests of one key: how many are open, and how many of them are running. */
class Tally {
  readonly #key: string
  readonly #all: Map<string, Tally>
  open = 0
  running = 0

  constructor(key: string, all: Map<string, Tally>) {
    this.#key = key
    this.#all = all
    all.set(key, this)
  }

  leave(wasRunning: boolean): void {
    this.open -= 1
    if (wasRunning) this.running -= 1
    if (this.open === 0) this.#all.delete(this.#key)
  }
}

/**
 * A request that counts as running from the end of its body to the end of its response, for every
 * limit that it {@link InFlight.enter enters}: one listener serves them all.
 */
export class CountedRequest {
  readonly #tallies: Tally[] = []
  #isRunning: boolean
  #isOver = false

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.#isRunning = incoming.complete || !hasBody(incoming)
    if (!this.#isRunning) incoming.once('end', () => this.#begin())
    outgoing.on('close', () => this.#end())
  }

  join(tally: Tally): void {
    tally.open += 1
    if (this.#isRunning) tally.running += 1
    if (this.#isOver) tally.leave(this.#isRunning)
    else this.#tallies.push(tally)
  }

  #begin(): void {
    if (this.#isOver) return
    this.#isRunning = true
    for (const tally of this.#tallies) tally.running += 1
  }

  #end(): void {
    this.#isOver = true
    for (const tally of this.#tallies) tally.leave(this.#isRunning)
  }
}

/** Refuses a key's requests while it has `max` running. */
export class InFlight {
  readonly #max: number
  readonly #tallies = new Map<string, Tally>()

  constructor(max: number) {
    this.#max = max
  }

  /** Counts the request. Throws `rate_limited` when too many are running. */
  enter(key: string, request: CountedRequest): void {
    const tally = this.#tallies.get(key) ?? new Tally(key, this.#tallies)
    if (tally.running >= this.#max)
      throw new CodedError('rate_limited', 'Too many requests at once. Please wait a moment and try again.', {
        retryAfterSeconds: 1,
      })
    request.join(tally)
  }
}
