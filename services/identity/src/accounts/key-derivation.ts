import {
  type Argon2Parameters,
  argon2,
  argon2Sync,
  type ScryptOptions,
  scrypt,
  scryptSync,
} from 'node:crypto'

/** `memory` in KiB (RFC 9106: m), `passes` is its t, `parallelism` its p. */
export interface Argon2Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** `ln` is the binary logarithm of scrypt's N (RFC 7914). */
export interface ScryptCost {
  readonly ln: number
  readonly r: number
  readonly p: number
}

/** Of either scheme; the fields say which. */
export type PasswordCost = Argon2Cost | ScryptCost

/** OWASP Password Storage Cheat Sheet, Argon2id: m=19456 (19 MiB), t=2, p=1; about 0.04 s. */
export const argon2idCost: Argon2Cost = { memory: 19_456, passes: 2, parallelism: 1 }

/** The same, scrypt: N=2^15, r=8, p=3 (32 MB, about 0.25 s). */
export const scryptCost: ScryptCost = { ln: 15, r: 8, p: 3 }

/** What a stored hash consists of. */
export interface StoredKey {
  readonly cost: PasswordCost
  readonly salt: Buffer
  readonly key: Buffer
}

const argon2idShape =
  /^\$argon2id\$v=19\$m=(?<m>\d+),t=(?<t>\d+),p=(?<p>\d+)\$(?<salt>[A-Za-z\d+/]+)\$(?<key>[A-Za-z\d+/]+)$/
const scryptShape = /^\$scrypt\$ln=(?<ln>\d+),r=(?<r>\d+),p=(?<p>\d+)\$(?<salt>[\w-]+)\$(?<key>[\w-]+)$/

/**
 * `$argon2id$v=19$m=…,t=…,p=…$salt$key` in base64, as others write it;
 * `$scrypt$ln=…,r=…,p=…$salt$key` in base64url.
 */
export function formatHash({ cost, salt, key }: StoredKey): string {
  if (!('memory' in cost)) {
    const values = [salt, key].map((value) => value.toString('base64url')).join('$')
    return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${values}`
  }
  const values = [salt, key].map((value) => value.toString('base64').replace(/=+$/, '')).join('$')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${values}`
}

/** Reads either form. Throws if it is neither. */
export function parseHash(hash: string): StoredKey {
  const argon2id = argon2idShape.exec(hash)?.groups
  const groups = argon2id ?? scryptShape.exec(hash)?.groups
  if (!groups) throw new Error('A stored password hash has an unknown form.')
  const number = (name: string) => Number(groups[name])
  const bytes = (name: string) => Buffer.from(groups[name] ?? '', 'base64')
  const cost = argon2id
    ? { memory: number('m'), passes: number('t'), parallelism: number('p') }
    : { ln: number('ln'), r: number('r'), p: number('p') }
  return { cost, salt: bytes('salt'), key: bytes('key') }
}

/** The arguments of one derivation, which a thread can be sent. */
export type Derivation =
  | { readonly argon2: Argon2Parameters }
  | { readonly password: string; readonly salt: Uint8Array; readonly scrypt: ScryptOptions }

const keyBytes = 32

/** A password's Unicode forms are one password. */
export function derivation(password: string, salt: Uint8Array, cost: PasswordCost): Derivation {
  const normal = password.normalize('NFKC')
  if ('memory' in cost) return { argon2: { message: normal, nonce: salt, tagLength: keyBytes, ...cost } }
  const { ln, r, p } = cost
  const N = 2 ** ln
  return { password: normal, salt, scrypt: { N, r, p, maxmem: 2 * 128 * N * r } }
}

/** On a thread of the pool. */
export function derive(one: Derivation): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key))
    if ('argon2' in one) argon2('argon2id', one.argon2, done)
    else scrypt(one.password, one.salt, keyBytes, one.scrypt, done)
  })
}

/** On this thread. */
export function deriveHere(one: Derivation): Buffer {
  if ('argon2' in one) return argon2Sync('argon2id', one.argon2)
  return scryptSync(one.password, one.salt, keyBytes, one.scrypt)
}
