import { CodedError } from '@portal/service-kit/coded-error'
import { spread } from '../spread.ts'

/** How many uploads may run at once, and when one may be displaced. */
export interface UploadSlotsOptions {
  readonly perPerson?: number
  readonly inAll?: number
  /** How many of a person may wait for their turn: each holds a buffer or two meanwhile. */
  readonly waitingPerPerson?: number
  /** How long an upload waits for its turn, in milliseconds, or up to half as long again. */
  readonly waitMs?: number
  /** An upload older than this may be displaced when all slots are taken. */
  readonly safeMs?: number
}

/** A running upload: `signal` aborts with a coded error when it is displaced. */
export interface UploadSlot {
  readonly signal: AbortSignal
  release(): void
}

/** Somebody's uploads. */
interface Share {
  running: number
  /** In order. */
  readonly waiting: Set<Waiting>
}

interface Running {
  readonly person: string
  readonly since: number
  readonly cut: AbortController
}

interface Waiting {
  readonly person: string
  readonly order: number
  readonly begin: (slot: UploadSlot) => void
}

/**
 * The bulkhead of uploads, which are streamed: a few per person, so that one cannot crowd out the
 * others, and a bounded number in all. The others wait with their bodies unread.
 */
export class UploadSlots {
  readonly #options: Required<UploadSlotsOptions>
  readonly #running = new Set<Running>()
  /** Of everybody who has an upload here: however many wait, each is found at once. */
  readonly #shares = new Map<string, Share>()
  #taken = 0

  constructor(options: UploadSlotsOptions = {}) {
    const waits = { waitingPerPerson: 100, waitMs: 20_000 }
    this.#options = { perPerson: 4, inAll: 64, safeMs: 10_000, ...waits, ...options }
  }

  /**
   * Resolves at this upload's turn. Rejects with a coded error when that takes too long, when too
   * many of the person wait already, or once `left` is aborted: a client that has left displaces
   * nobody.
   */
  take(person: string, left?: AbortSignal): Promise<UploadSlot> {
    const { promise, resolve, reject } = Promise.withResolvers<UploadSlot>()
    const giveUp = (error: CodedError) => {
      clearTimeout(patience)
      if (share.waiting.delete(waiting)) reject(error)
      this.#forget(person)
    }
    const share = this.#share(person)
    if (share.waiting.size >= this.#options.waitingPerPerson) return Promise.reject(tooManyAtOnce())
    this.#taken += 1
    const waiting: Waiting = {
      person,
      order: this.#taken,
      begin: (slot) => {
        clearTimeout(patience)
        resolve(slot)
      },
    }
    const patience = setTimeout(() => giveUp(tooManyAtOnce()), spread(this.#options.waitMs))
    const leave = () => giveUp(new CodedError('invalid_request', cancelled))
    left?.addEventListener('abort', leave, { once: true })
    share.waiting.add(waiting)
    if (left?.aborted) leave()
    this.#admit()
    this.#displaceFor(waiting)
    return promise
  }

  /** Whose turn it is: of those within their share, the person with the fewest; then in order. */
  #next(): Waiting | undefined {
    let [next, fewest]: [Waiting | undefined, number] = [undefined, this.#options.perPerson]
    for (const { running, waiting } of this.#shares.values()) {
      const [first] = waiting
      if (!first || running > fewest || running >= this.#options.perPerson) continue
      if (!next || running < fewest || first.order < next.order) [next, fewest] = [first, running]
    }
    return next
  }

  #admit(): void {
    while (this.#running.size < this.#options.inAll) {
      const next = this.#next()
      if (!next) return
      const share = this.#share(next.person)
      share.waiting.delete(next)
      share.running += 1
      const running = { person: next.person, since: performance.now(), cut: new AbortController() }
      this.#running.add(running)
      next.begin({ signal: running.cut.signal, release: () => this.#release(running) })
    }
  }

  #release(running: Running): void {
    if (!this.#running.delete(running)) return
    this.#share(running.person).running -= 1
    this.#forget(running.person)
    this.#admit()
  }

  /** The oldest upload gives way to a person below their share once its safe time is over. */
  #displaceFor(waiting: Waiting): void {
    const [oldest] = this.#running
    const share = this.#shares.get(waiting.person)
    if (!oldest || !share?.waiting.has(waiting) || share.running >= this.#options.perPerson) return
    const safeMs = oldest.since + this.#options.safeMs - performance.now()
    if (safeMs > 0) {
      setTimeout(() => this.#displaceFor(waiting), safeMs).unref()
      return
    }
    oldest.cut.abort(new CodedError('not_ready', tooSlow, { retryAfterSeconds: 10 }))
    this.#release(oldest)
  }

  #share(person: string): Share {
    const known = this.#shares.get(person) ?? { running: 0, waiting: new Set() }
    this.#shares.set(person, known)
    return known
  }

  #forget(person: string): void {
    const share = this.#shares.get(person)
    if (share?.running === 0 && share.waiting.size === 0) this.#shares.delete(person)
  }
}

const tooMany = 'Too many uploads at once. Please wait until some have ended and try again.'
const tooManyAtOnce = () => new CodedError('rate_limited', tooMany, { retryAfterSeconds: 10 })
const cancelled = 'The request was cancelled.'
const tooSlow = 'This upload took very long while others were waiting. Please try again.'
