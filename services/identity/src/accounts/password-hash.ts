import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { WorkQueue } from '@portal/service-kit/work-queue'

/** Too many passwords are being hashed at once; worth another try in a moment. */
export class HashingBusy extends Error {
  override readonly name = 'HashingBusy'
}

/** Hashes passwords with scrypt. Both methods throw {@link HashingBusy}. */
export interface PasswordHasher {
  /** `$scrypt$ln=15,r=8,p=3$<salt>$<key>` in base64url: each hash carries its own cost. */
  hash(password: string): Promise<string>
  /**
   * Whether the password matches the hash, compared in constant time. For null (unknown name, no
   * password yet) the same work is done, so that timing reveals nothing.
   */
  verify(password: string, hash: string | null, turn?: HashingTurn): Promise<boolean>
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
const emptySalt = Buffer.alloc(16)

/**
 * Hashes two passwords at a time, one of them of a known browser: each takes memory and a thread,
 * and anybody may ask for as many as they like.
 */
export function passwordHasher(cost: ScryptCost): PasswordHasher {
  const queues = { known: new WorkQueue(1), strangers: new WorkQueue(1) }
  const derive = async ({ password, salt, by }: Derivation, turn?: HashingTurn) => {
    const queue = queues[turn?.lane ?? 'strangers']
    if (queue.waiting >= waitingMax) throw new HashingBusy('Too many passwords are being checked.')
    return queue.run(() => scryptKey(password, salt, by), turn?.signal)
  }
  return {
    hash: async (password) => {
      const salt = randomBytes(16)
      const key = await derive({ password, salt, by: cost })
      const { ln, r, p } = cost
      return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`
    },
    verify: async (password, hash, turn) => {
      const stored = hash === null ? null : parse(hash)
      const { salt = emptySalt, cost: by = cost } = stored ?? {}
      const key = await derive({ password, salt, by }, turn)
      return stored !== null && key.length === stored.key.length && timingSafeEqual(key, stored.key)
    },
  }
}

interface Derivation {
  readonly password: string
  readonly salt: Buffer
  readonly by: ScryptCost
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

function scryptKey(password: string, salt: Buffer, { ln, r, p }: ScryptCost): Promise<Buffer> {
  const N = 2 ** ln
  const options: ScryptOptions = { N, r, p, maxmem: 2 * 128 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
