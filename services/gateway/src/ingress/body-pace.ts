import type { IncomingMessage } from 'node:http'
import { CodedError } from '@portal/service-kit/coded-error'
import { spread } from '../spread.ts'

/** How slowly a request body may arrive. */
export interface BodyPaceLimits {
  /** The longest pause; up to half as long again. */
  readonly idleMs: number
  /** Time before the minimum rate applies; up to half as long again. */
  readonly graceMs: number
  /** Minimum average rate once the grace is over. */
  readonly bytesPerSecondMin: number
  /** From the request's head to the body's end. */
  readonly totalMs: number
}

const checkMs = 500

/**
 * Watches a body arrive and reports once if it is too slow. Time spent waiting for the reader
 * rather than the client does not count.
 */
export class BodyPace {
  readonly #limits: BodyPaceLimits
  readonly #timer: NodeJS.Timeout
  #bytes = 0
  #openMs = 0
  #idleMs = 0
  #checkedAt = performance.now()

  /** `isHeldUp` says whether the body waits for its reader. */
  constructor(limits: BodyPaceLimits, onSlow: (error: CodedError) => void, isHeldUp = () => false) {
    this.#limits = { ...limits, idleMs: spread(limits.idleMs), graceMs: spread(limits.graceMs) }
    this.#timer = setInterval(() => {
      const error = this.#check(isHeldUp())
      if (!error) return
      this.stop()
      onSlow(error)
    }, checkMs).unref()
  }

  arrived(bytes: number): void {
    this.#bytes += bytes
    this.#idleMs = 0
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #check(isHeldUp: boolean): CodedError | null {
    const now = performance.now()
    const passedMs = now - this.#checkedAt
    this.#checkedAt = now
    if (isHeldUp) return null
    // A frozen process sees one long interval, in which the client may well have sent.
    const countedMs = Math.min(passedMs, 2 * checkMs)
    this.#openMs += countedMs
    this.#idleMs += countedMs
    const { idleMs, graceMs, bytesPerSecondMin, totalMs } = this.#limits
    if (this.#idleMs > idleMs) return new CodedError('invalid_request', 'The request body stopped arriving.')
    const dueBytes = ((this.#openMs - graceMs) * bytesPerSecondMin) / 1000
    const isSlow = this.#openMs > totalMs || this.#bytes < dueBytes
    return isSlow
      ? new CodedError('invalid_request', 'The request body arrived too slowly. Please try again.')
      : null
  }
}

/** Whether a request announces a body. */
export function hasBody(incoming: IncomingMessage): boolean {
  const length = incoming.headers['content-length']
  return incoming.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}
