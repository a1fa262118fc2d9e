import { CodedError } from '@portal/service-kit/coded-error'

/** How many uploads may run at once, and when one may be displaced. */
export interface UploadSlotsOptions {
  readonly perPerson?: number
  readonly inAll?: number
  /** How long an upload waits for its turn, in milliseconds. */
  readonly waitMs?: number
  /** An upload older than this may be displaced when all slots are taken. */
  readonly safeMs?: number
}

/** A running upload: `signal` aborts with a coded error when it is displaced. */
export interface UploadSlot {
  readonly signal: AbortSignal
  release(): void
}

interface Running {
  readonly person: string
  readonly since: number
  readonly cut: AbortController
}

interface Waiting {
  readonly person: string
  readonly begin: (slot: UploadSlot) => void
}

/**
 * The bulkhead of uploads, which are streamed: a few per person, so that one cannot crowd out the
 * others, and a bounded number in all. The others wait with their bodies unread.
 */
export class UploadSlots {
  readonly #options: Required<UploadSlotsOptions>
  readonly #running = new Set<Running>()
  readonly #waiting = new Set<Waiting>()

  constructor(options: UploadSlotsOptions = {}) {
    this.#options = { perPerson: 4, inAll: 64, waitMs: 20_000, safeMs: 10_000, ...options }
  }

  /**
   * Resolves at this upload's turn. Rejects with a coded error when that takes too long, or once
   * `left` is aborted: a client that has left displaces nobody.
   */
  take(person: string, left?: AbortSignal): Promise<UploadSlot> {
    const { promise, resolve, reject } = Promise.withResolvers<UploadSlot>()
    const giveUp = (error: CodedError) => {
      clearTimeout(patience)
      if (this.#waiting.delete(waiting)) reject(error)
    }
    const waiting: Waiting = {
      person,
      begin: (slot) => {
        clearTimeout(patience)
        resolve(slot)
      },
    }
    const patience = setTimeout(
      () => giveUp(new CodedError('rate_limited', tooMany, { retryAfterSeconds: 10 })),
      this.#options.waitMs,
    )
    const leave = () => giveUp(new CodedError('invalid_request', cancelled))
    left?.addEventListener('abort', leave, { once: true })
    this.#waiting.add(waiting)
    if (left?.aborted) leave()
    this.#admit()
    this.#displaceFor(waiting)
    return promise
  }

  /** Whose turn it is: of those within their share, the person with the fewest; then in order. */
  #next(): Waiting | undefined {
    let [next, fewest]: [Waiting | undefined, number] = [undefined, this.#options.perPerson]
    for (const waiting of this.#waiting) {
      const count = this.#count(waiting.person)
      if (count < fewest) [next, fewest] = [waiting, count]
    }
    return next
  }

  #admit(): void {
    while (this.#running.size < this.#options.inAll) {
      const next = this.#next()
      if (!next) return
      this.#waiting.delete(next)
      const running = { person: next.person, since: performance.now(), cut: new AbortController() }
      this.#running.add(running)
      next.begin({ signal: running.cut.signal, release: () => this.#release(running) })
    }
  }

  #release(running: Running): void {
    if (this.#running.delete(running)) this.#admit()
  }

  /** The oldest upload gives way to a person below their share once its safe time is over. */
  #displaceFor(waiting: Waiting): void {
    const [oldest] = this.#running
    if (!oldest || !this.#waiting.has(waiting)) return
    if (this.#count(waiting.person) >= this.#options.perPerson) return
    const safeMs = oldest.since + this.#options.safeMs - performance.now()
    if (safeMs > 0) {
      setTimeout(() => this.#displaceFor(waiting), safeMs).unref()
      return
    }
    oldest.cut.abort(new CodedError('not_ready', tooSlow, { retryAfterSeconds: 10 }))
    this.#release(oldest)
  }

  #count(person: string): number {
    let count = 0
    for (const running of this.#running) if (running.person === person) count += 1
    return count
  }
}

const tooMany = 'Too many uploads at once. Please wait until some have ended and try again.'
const cancelled = 'The request was cancelled.'
const tooSlow = 'This upload took very long while others were waiting. Please try again.'
