import { randomBytes, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { WorkQueue } from '@portal/service-kit/work-queue'
import {
  type Derivation,
  derivation,
  derive,
  formatHash,
  type PasswordCost,
  parseHash,
} from './key-derivation.ts'

/** Too many passwords are being hashed at once; worth another try in a moment. */
export class HashingBusy extends Error {
  override readonly name = 'HashingBusy'
}

/** Hashes passwords with Argon2id or scrypt. Both methods throw {@link HashingBusy}. */
export interface PasswordHasher {
  /** Each hash carries its scheme and cost (`formatHash`). The signal ends its waiting. */
  hash(password: string, signal?: AbortSignal): Promise<string>
  /**
   * Whether the password matches the hash, compared in constant time. For null (unknown name, no
   * password yet) the same work is done, so that timing reveals nothing.
   */
  verify(password: string, hash: string | null, turn?: HashingTurn): Promise<boolean>
  /** Ends the strangers' thread. */
  stop(): Promise<void>
}

/** The queue that a check waits in, and what ends its waiting. */
export interface HashingTurn {
  readonly lane: 'known' | 'strangers'
  readonly signal: AbortSignal
}

const waitingMax = 64
/** Strangers who may wait at full priority: on a slow machine a few must get in within seconds. */
const calmMax = 3
const emptySalt = Buffer.alloc(16)

/**
 * Hashes three passwords at a time, a new one, one of a known browser and one of a stranger: each
 * takes memory and a thread, and anybody may ask for as many as they like. While many strangers
 * wait, theirs are checked at a low priority, so that a storm takes little from the others.
 */
export function passwordHasher(cost: PasswordCost): PasswordHasher {
  const thread = new HashingThread()
  const strangers = new WorkQueue(1)
  const lanes = {
    chosen: { queue: new WorkQueue(1), derive },
    known: { queue: new WorkQueue(1), derive },
    strangers: {
      queue: strangers,
      derive: (one: Derivation) => (strangers.waiting > calmMax ? thread.derive(one) : derive(one)),
    },
  }
  const inTurn = async ({ password, salt, by }: Salted, lane: keyof typeof lanes, signal?: AbortSignal) => {
    const { queue, derive: run } = lanes[lane]
    if (queue.waiting >= waitingMax) throw new HashingBusy('Too many passwords are being checked.')
    return queue.run(() => run(derivation(password, salt, by)), signal)
  }
  return {
    hash: async (password, signal) => {
      const salt = randomBytes(16)
      const key = await inTurn({ password, salt, by: cost }, 'chosen', signal)
      return formatHash({ cost, salt, key })
    },
    verify: async (password, hash, turn) => {
      const stored = hash === null ? null : parseHash(hash)
      const { salt = emptySalt, cost: by = cost } = stored ?? {}
      const key = await inTurn({ password, salt, by }, turn?.lane ?? 'strangers', turn?.signal)
      return stored !== null && key.length === stored.key.length && timingSafeEqual(key, stored.key)
    },
    stop: () => thread.stop(),
  }
}

interface Salted {
  readonly password: string
  readonly salt: Buffer
  readonly by: PasswordCost
}

/** A thread of low priority, begun with its first password. */
class HashingThread {
  #thread: Worker | null = null

  /** One at a time. */
  async derive(one: Derivation): Promise<Buffer> {
    const thread = this.#running()
    thread.ref()
    try {
      thread.postMessage(one)
      const [key] = await once(thread, 'message')
      return Buffer.from(key)
    } catch (error) {
      // A thread ends with its first error.
      this.#thread = null
      throw error
    } finally {
      thread.unref()
    }
  }

  async stop(): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    await thread?.terminate()
  }

  #running(): Worker {
    this.#thread ??= new Worker(new URL('./hashing-thread.ts', import.meta.url), { env: {}, execArgv: [] })
    return this.#thread
  }
}
