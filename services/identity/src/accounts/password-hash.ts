import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { WorkQueue } from '@portal/service-kit/work-queue'

/** Too many passwords are being hashed at once; worth another try in a moment. */
export class HashingBusy extends Error {
  override readonly name = 'HashingBusy'
}

/** Hashes passwords with scrypt. Both methods throw {@link HashingBusy}. */
export interface PasswordHasher {
  /**
   * `$scrypt$ln=15,r=8,p=3$<salt>$<key>` in base64url: each hash carries its own cost. The signal
   * ends its waiting.
   */
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

/** OWASP Password Storage Cheat Sheet, scrypt: N=2^15, r=8, p=3 (32 MB, about 0.25 s). */
export const owaspCost: ScryptCost = { ln: 15, r: 8, p: 3 }

/** `ln` is the binary logarithm of scrypt's N (RFC 7914). */
export interface ScryptCost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

const keyBytes = 32
const waitingMax = 64
/** Strangers who may wait at full priority: on a slow machine a few must get in within seconds. */
const calmMax = 3
const emptySalt = Buffer.alloc(16)

/**
 * Hashes three passwords at a time, a new one, one of a known browser and one of a stranger: each
 * takes memory and a thread, and anybody may ask for as many as they like. While many strangers
 * wait, theirs are checked at a low priority, so that a storm takes little from the others.
 */
export function passwordHasher(cost: ScryptCost): PasswordHasher {
  const thread = new HashingThread()
  const strangers = new WorkQueue(1)
  const lanes = {
    chosen: { queue: new WorkQueue(1), scrypt: scryptKey },
    known: { queue: new WorkQueue(1), scrypt: scryptKey },
    strangers: {
      queue: strangers,
      scrypt: (one: Derivation) => (strangers.waiting > calmMax ? thread.derive(one) : scryptKey(one)),
    },
  }
  const derive = async ({ password, salt, by }: Salted, lane: keyof typeof lanes, signal?: AbortSignal) => {
    const { queue, scrypt: run } = lanes[lane]
    if (queue.waiting >= waitingMax) throw new HashingBusy('Too many passwords are being checked.')
    return queue.run(() => run(derivation(password, salt, by)), signal)
  }
  return {
    hash: async (password, signal) => {
      const salt = randomBytes(16)
      const key = await derive({ password, salt, by: cost }, 'chosen', signal)
      const { ln, r, p } = cost
      return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`
    },
    verify: async (password, hash, turn) => {
      const stored = hash === null ? null : parse(hash)
      const { salt = emptySalt, cost: by = cost } = stored ?? {}
      const key = await derive({ password, salt, by }, turn?.lane ?? 'strangers', turn?.signal)
      return stored !== null && key.length === stored.key.length && timingSafeEqual(key, stored.key)
    },
    stop: () => thread.stop(),
  }
}

interface Salted {
  readonly password: string
  readonly salt: Buffer
  readonly by: ScryptCost
}

/** The arguments of one call of scrypt. */
export interface Derivation {
  readonly password: string
  readonly salt: Uint8Array
  readonly options: ScryptOptions
}

const shape = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

function parse(hash: string): { readonly cost: ScryptCost; readonly salt: Buffer; readonly key: Buffer } {
  const [, ln, r, p, salt, key] = shape.exec(hash) ?? []
  if (salt === undefined || key === undefined) throw new Error('A stored password hash has an unknown form.')
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

function derivation(password: string, salt: Buffer, { ln, r, p }: ScryptCost): Derivation {
  const N = 2 ** ln
  return { password: password.normalize('NFKC'), salt, options: { N, r, p, maxmem: 2 * 128 * N * r } }
}

function scryptKey({ password, salt, options }: Derivation): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
}

/** A thread of low priority, begun with its first password. */
class HashingThread {
  #thread: Worker | null = null

  /** One at a time. */
  async derive(one: Derivation): Promise<Buffer> {
    const thread = this.#running()
    thread.ref()
    try {
      thread.postMessage({ ...one, keyBytes })
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
