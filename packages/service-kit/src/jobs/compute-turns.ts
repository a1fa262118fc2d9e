import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { sleep } from '../sleep.ts'
import { WorkQueue } from '../work-queue.ts'

/** Who computes next among the jobs of a process. */
export interface ComputeTurns {
  /** Runs `work` when its turn has come; rejects with the signal's reason if that aborts before. */
  take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

/** A long computation must not hold up all others: after this, the next one begins beside it. */
const longestMs = 2000

/** Turns in order of arrival, `atOnce` at a time. */
export class ComputeQueue implements ComputeTurns {
  readonly #queue: WorkQueue
  readonly #longestMs: number

  constructor(atOnce: number, options: { readonly longestMs?: number } = {}) {
    this.#queue = new WorkQueue(atOnce)
    this.#longestMs = options.longestMs ?? longestMs
  }

  async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { running } = await this.#queue.run(async () => {
      const running = work()
      const ended = new AbortController()
      running.then(
        () => ended.abort(),
        () => ended.abort(),
      )
      await sleep(this.#longestMs, ended.signal)
      return { running }
    }, signal)
    return running
  }
}

/**
 * The turns of this process leave one processor to requests. Priorities alone do not: on Linux, a
 * thread that wakes up waits out the time slice of a busy one of lower priority, and a request
 * wakes some fifteen threads.
 */
export const processTurns: ComputeTurns & ComputeQueue = new ComputeQueue(
  Math.max(1, availableParallelism() - 1),
)

/** A thread's wish for a turn, and its end, by an id of its own; the same back: the turn is its. */
export interface TurnMessage {
  readonly turn: string
  readonly isOver: boolean
}

/** Gives the turns of this process to one thread. */
export class TurnsForThread {
  readonly #turns: ComputeQueue
  readonly #send: (message: TurnMessage) => void
  readonly #ends = new Map<string, () => void>()

  constructor(turns: ComputeQueue, send: (message: TurnMessage) => void) {
    this.#turns = turns
    this.#send = send
  }

  receive({ turn, isOver }: TurnMessage): void {
    if (isOver) this.#end(turn)
    else this.#begin(turn)
  }

  /** The thread has ended, whatever it was computing. */
  close(): void {
    for (const turn of this.#ends.keys()) this.#end(turn)
  }

  #begin(turn: string): void {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    this.#ends.set(turn, resolve)
    void this.#turns.take(async () => {
      this.#send({ turn, isOver: false })
      await over
    })
  }

  #end(turn: string): void {
    this.#ends.get(turn)?.()
    this.#ends.delete(turn)
  }
}

/** In a thread: turns of the process that started it. */
export class TurnsOfParent implements ComputeTurns {
  readonly #send: (message: TurnMessage) => void
  readonly #begin = new Map<string, () => void>()

  constructor(send: (message: TurnMessage) => void) {
    this.#send = send
  }

  receive({ turn }: TurnMessage): void {
    this.#begin.get(turn)?.()
  }

  async take<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted()
    const turn = randomUUID()
    const { promise: begun, resolve, reject } = Promise.withResolvers<void>()
    const giveUp = () => reject(signal.reason)
    this.#begin.set(turn, resolve)
    signal.addEventListener('abort', giveUp, { once: true })
    this.#send({ turn, isOver: false })
    try {
      await begun
      signal.removeEventListener('abort', giveUp)
      return await work()
    } finally {
      signal.removeEventListener('abort', giveUp)
      this.#begin.delete(turn)
      this.#send({ turn, isOver: true })
    }
  }
}
