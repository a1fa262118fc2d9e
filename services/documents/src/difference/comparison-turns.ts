import { CodedError } from '@portal/service-kit/coded-error'

/** Who wants long work done, and whether it takes very long. */
export interface TurnTaker {
  readonly personId: string
  readonly organizationId: number
  readonly isHeavy: boolean
  /** Aborts when nobody waits for the result any more. */
  readonly signal: AbortSignal
}

interface Waiting extends TurnTaker {
  readonly begin: () => void
}

/** `heavyAtOnce` leaves a place for others while something very long is worked on. */
export interface TurnRules {
  readonly atOnce: number
  readonly heavyAtOnce: number
  readonly waitingPerPerson: number
}

/**
 * Long work in turns: the organization that has waited longest for one goes first, and one that is
 * having a turn last. Nothing of the work is in memory before its turn has come.
 */
export class ComparisonTurns {
  readonly #rules: TurnRules
  readonly #running = new Set<Pick<TurnTaker, 'organizationId' | 'isHeavy'>>()
  readonly #waiting = new Set<Waiting>()
  /** When each organization's latest turn began, in turns; those without one come first. */
  readonly #latest = new Map<number, number>()
  #turns = 0

  constructor(rules: TurnRules) {
    this.#rules = rules
  }

  /** Rejects with 429 for a person who has too much waiting, with 504 when the signal aborts. */
  async run<T>(taker: TurnTaker, work: () => Promise<T>): Promise<T> {
    taker.signal.throwIfAborted()
    const own = [...this.#waiting].filter(({ personId }) => personId === taker.personId)
    if (own.length >= this.#rules.waitingPerPerson) throw tooMany()
    const running = { organizationId: taker.organizationId, isHeavy: taker.isHeavy }
    await this.#turn(taker, running)
    try {
      return await work()
    } finally {
      this.#running.delete(running)
      this.#admit()
    }
  }

  async #turn(taker: TurnTaker, running: Pick<TurnTaker, 'organizationId' | 'isHeavy'>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const { signal } = taker
    const waiting: Waiting = {
      ...taker,
      begin: () => {
        this.#running.add(running)
        resolve()
      },
    }
    const giveUp = () => {
      if (this.#waiting.delete(waiting)) reject(tookTooLong(signal.reason))
    }
    this.#waiting.add(waiting)
    signal.addEventListener('abort', giveUp, { once: true })
    this.#admit()
    await promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  #admit(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting.delete(next)
      this.#turns += 1
      this.#latest.set(next.organizationId, this.#turns)
      next.begin()
    }
    if (this.#waiting.size === 0 && this.#running.size === 0) this.#latest.clear()
  }

  #next(): Waiting | undefined {
    const { atOnce, heavyAtOnce } = this.#rules
    const running = [...this.#running]
    if (running.length >= atOnce) return undefined
    const mayBeHeavy = running.filter(({ isHeavy }) => isHeavy).length < heavyAtOnce
    const busy = new Set(running.map(({ organizationId }) => organizationId))
    const able = [...this.#waiting].filter(({ isHeavy }) => mayBeHeavy || !isHeavy)
    const turnOf = ({ organizationId }: Waiting) =>
      (this.#latest.get(organizationId) ?? 0) + (busy.has(organizationId) ? this.#turns : 0)
    return able.toSorted((a, b) => turnOf(a) - turnOf(b))[0]
  }
}

function tookTooLong(cause: unknown): CodedError {
  const message = 'Many versions are being compared right now. Please try again in a minute.'
  return new CodedError('deadline_exceeded', message, { retryAfterSeconds: 60, cause })
}

function tooMany(): CodedError {
  const message = 'You are comparing several versions already. Please wait until one of them is shown.'
  return new CodedError('rate_limited', message, { retryAfterSeconds: 5 })
}
