import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { CodedError } from '@portal/service-kit/coded-error'
import { backoff } from '@portal/service-kit/sleep'
import { type Dispatcher, errors } from 'undici'
import type { Outcome } from '../breaker.ts'
import { hasBody } from '../ingress/body-pace.ts'
import type { RequestLimits } from '../ingress/public-routes.ts'
import { BodyGate, tooLarge } from './body-gate.ts'
import { ResponseReader } from './slow-readers.ts'
import type { SlotKind, Upstream } from './upstream.ts'

/** One request to forward, once everything that depends on its sender is decided. */
export interface Forwarding {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly upstream: Upstream
  readonly limits: RequestLimits
  /** Which slots of the upstream it takes; those of requests by default. */
  readonly slot?: SlotKind
  /** Who takes no more than a share of these slots. */
  readonly owner?: string
  /** The body if it is complete already; one that is not is streamed. */
  readonly body?: Buffer | null
  /** For a streamed body: counts bytes and returns how long the next ones wait, in milliseconds. */
  readonly passes?: (bytes: number) => number
  /** Ends the request with the coded error that it aborts with. */
  readonly signal?: AbortSignal
  /** Header names and values, alternating; none of the client's are added. */
  readonly headers: string[]
  /** Turns the upstream's headers into names and values in turn for the client. */
  readonly present: (headers: IncomingHttpHeaders) => string[]
  /** Called if the client leaves before its response has begun. */
  readonly left?: () => void
  /** Responds with an error; called at most once, and only before the response's head is sent. */
  readonly fail: (error: unknown) => void
}

const methodsWithoutBody = new Set(['GET', 'HEAD'])

/** How often a request is sent that no process has taken yet, and what it waits between. */
const unsentTriesMax = 6
const pause = { firstMs: 50, maxMs: 400 }

/** Forwards one request and streams the response back. */
export function forward(forwarding: Forwarding): void {
  const { incoming, limits, upstream, fail } = forwarding
  const refusal = refuseBody(incoming, limits)
  if (refusal) {
    fail(refusal)
    return
  }
  const { slot = 'request', owner } = forwarding
  if (owner !== undefined && upstream.hasShare(slot, owner)) {
    fail(tooMany())
    return
  }
  const retryAfterSeconds = upstream.admit(slot, owner)
  if (retryAfterSeconds > 0) {
    fail(unavailable(upstream, retryAfterSeconds))
    return
  }
  new Exchange(forwarding).start()
}

/** Why a request's body is refused before any of it is read. */
export function refuseBody(incoming: IncomingMessage, { bodyMaxBytes }: RequestLimits): CodedError | null {
  const { method = '', headers } = incoming
  if (hasBody(incoming) && methodsWithoutBody.has(method)) {
    return new CodedError('invalid_request', 'A GET request has no body.')
  }
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') {
    // No service inflates bodies, so a decompression bomb has nowhere to go off.
    return new CodedError('unsupported_media_type', 'A compressed request body is not accepted.')
  }
  return Number(headers['content-length'] ?? 0) > bodyMaxBytes ? tooLarge(bodyMaxBytes) : null
}

function unavailable(upstream: Upstream, retryAfterSeconds: number, cause?: unknown): CodedError {
  const message = `This part of the portal (${upstream.name}) is not available right now. Please try again in a moment.`
  return new CodedError('upstream_unavailable', message, { retryAfterSeconds, cause })
}

function tooMany(): CodedError {
  const message = 'Too many requests of yours are running at once. Please try again in a moment.'
  return new CodedError('rate_limited', message, { retryAfterSeconds: 1 })
}

function tookTooLong(): CodedError {
  return new CodedError('deadline_exceeded', 'The portal took too long to answer. Please try again.')
}

/** One admitted request. Uses undici's dispatch directly: stream() costs a Writable per request. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #forwarding: Forwarding
  readonly #gate: BodyGate | null
  readonly #reader = new ResponseReader(() => this.#fail(new Error('read too slowly'), 'abandoned'))
  readonly #since = performance.now()
  #controller: Dispatcher.DispatchController | null = null
  #deadline: NodeJS.Timeout | null = null
  #isSettled = false
  /** Whether a process may have got any of the last try. */
  #isSent = false
  #tries = 0
  #pause: NodeJS.Timeout | null = null

  constructor(forwarding: Forwarding) {
    this.#forwarding = forwarding
    const { incoming, limits, body, passes } = forwarding
    const isStreamed = body === undefined && hasBody(incoming)
    this.#gate = isStreamed ? new BodyGate(limits, () => this.#startDeadline(), passes) : null
  }

  start(): void {
    const { incoming, outgoing, signal } = this.#forwarding
    outgoing.on('close', () => this.#clientClosed())
    signal?.addEventListener('abort', () => this.#fail(signal.reason, 'abandoned'), { once: true })
    if (this.#gate) {
      this.#gate.on('error', (error) => this.#fail(error, 'abandoned'))
      incoming.pipe(this.#gate)
    }
    this.#dispatch()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    this.#isSent = true
    if (this.#isSettled) controller.abort(new Error('cancelled'))
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return
    this.#stopDeadline()
    const { outgoing, present } = this.#forwarding
    outgoing.writeHead(status, present(headers))
    outgoing.on('drain', () => {
      this.#forwarding.upstream.readers.goesOn(this.#reader)
      controller.resume()
    })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#reader.bytes += chunk.length
    if (this.#forwarding.outgoing.write(chunk)) return
    controller.pause()
    this.#forwarding.upstream.readers.waits(this.#reader)
  }

  onResponseEnd(): void {
    this.#settle('responded')
    this.#forwarding.outgoing.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (error instanceof errors.HeadersTimeoutError) {
      this.#fail(tookTooLong(), 'failed')
    } else if (this.#mayRetry()) {
      // A connection that was refused found a process that leaves: those that come need a moment.
      const waitMs = this.#isSent ? 0 : backoff(this.#tries, pause)
      this.#pause = setTimeout(() => this.#dispatch(), waitMs)
    } else {
      this.#fail(error, 'failed')
    }
  }

  #dispatch(): void {
    const { incoming, upstream, headers, body } = this.#forwarding
    const { url: path = '/', method = 'GET' } = incoming
    const headersTimeout = this.#gate ? 0 : this.#leftMs()
    this.#isSent = false
    this.#tries += 1
    upstream.pool.dispatch({ path, method, headers, body: this.#gate ?? body ?? null, headersTimeout }, this)
  }

  /**
   * What nobody got may be sent again, which costs the upstream nothing; what somebody may have got
   * only if it reads, within the budget.
   */
  #mayRetry(): boolean {
    const { incoming, outgoing, upstream } = this.#forwarding
    if (this.#isSettled || outgoing.headersSent) return false
    if (!this.#isSent) return this.#tries < unsentTriesMax
    return incoming.method === 'GET' && this.#tries < 2 && upstream.retries.spend()
  }

  /** Time left for a request without a body, at least a millisecond: 0 would mean forever. */
  #leftMs(): number {
    return Math.max(1, this.#forwarding.limits.deadlineMs - (performance.now() - this.#since))
  }

  /** The deadline of a request with a body; for others undici's shared timer is free. */
  #startDeadline(): void {
    if (this.#deadline || this.#isSettled || this.#forwarding.outgoing.headersSent) return
    this.#deadline = setTimeout(() => this.#fail(tookTooLong(), 'failed'), this.#forwarding.limits.deadlineMs)
  }

  #stopDeadline(): void {
    if (this.#deadline) clearTimeout(this.#deadline)
  }

  #clientClosed(): void {
    if (this.#isSettled) return
    const { outgoing, left } = this.#forwarding
    if (!outgoing.headersSent) left?.()
    this.#settle('abandoned')
    this.#cancel()
  }

  /**
   * Sends an error response if none has begun; else cuts the connection, so that half of a response
   * does not look whole.
   */
  #fail(error: Error, outcome: Outcome): void {
    if (this.#isSettled) return
    this.#settle(outcome)
    this.#cancel()
    const { outgoing, fail, upstream } = this.#forwarding
    if (outgoing.headersSent) outgoing.destroy()
    else fail(error instanceof CodedError ? error : unavailable(upstream, 1, error))
  }

  #cancel(): void {
    this.#controller?.abort(new Error('cancelled'))
    this.#gate?.destroy()
  }

  #settle(outcome: Outcome): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#stopDeadline()
    if (this.#pause) clearTimeout(this.#pause)
    const { upstream, slot, owner } = this.#forwarding
    upstream.readers.goesOn(this.#reader)
    upstream.settle(outcome, slot, owner)
  }
}
