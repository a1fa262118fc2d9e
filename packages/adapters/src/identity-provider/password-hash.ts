import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** OWASP Password Storage Cheat Sheet, scrypt: N=2^15, r=8, p=3 (32 MB, about a quarter of a second). Kept in every hash. */
const current = { ln: 15, r: 8, p: 3 } as const
const keyBytes = 32
const atOnceMax = 2
const waitingMax = 64

/** Too many passwords are being checked at once; the person should try again in a moment. */
export class HashingBusy extends Error {
  override readonly name = 'HashingBusy'
}

/** Hashes a password with scrypt: `$scrypt$ln=15,r=8,p=3$<salt>$<key>` in base64url. Throws {@link HashingBusy}. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, current)
  const { ln, r, p } = current
  return `$scrypt$ln=${ln},r=${r},p=${p}$${salt.toString('base64url')}$${key.toString('base64url')}`
}

/**
 * Whether the password belongs to the hash, compared in constant time. Without a hash (unknown name, no password yet) the same work is
 * done and the answer is false, so that time tells nothing. Throws {@link HashingBusy}.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const stored = hash === null ? null : parse(hash)
  const key = await derive(password, stored?.salt ?? emptySalt, stored?.cost ?? current)
  return stored !== null && key.length === stored.key.length && timingSafeEqual(key, stored.key)
}

type Cost = { readonly ln: number; readonly r: number; readonly p: number }

const emptySalt = Buffer.alloc(16)
const shape = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/

function parse(hash: string): { readonly cost: Cost; readonly salt: Buffer; readonly key: Buffer } {
  const [, ln, r, p, salt, key] = shape.exec(hash) ?? []
  if (salt === undefined || key === undefined) throw new Error('A stored password hash has an unknown form.')
  return {
    cost: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

let running = 0
const waiting: (() => void)[] = []

/** Bounded: each derivation takes 32 MB and a thread, and strangers may ask for as many as they like. */
async function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  if (waiting.length >= waitingMax) throw new HashingBusy('Too many passwords are being checked.')
  if (running >= atOnceMax) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await scryptKey(password, salt, cost)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function scryptKey(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** ln
  const options: ScryptOptions = { N, r, p, maxmem: 2 * 128 * N * r }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
