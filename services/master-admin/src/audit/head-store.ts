import { createPrivateKey, createPublicKey, hash, type KeyObject } from 'node:crypto'
import { AuditKey } from '@portal/contracts/audit'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { CompactSign, compactVerify } from 'jose'
import { z } from 'zod'

/** A chain's last sequence and hash at a time. */
const ChainHead = z.object({
  chain: z.string(),
  sequence: z.number().int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
})
export type ChainHead = z.infer<typeof ChainHead>

/** The keys that heads are signed and checked with (Ed25519, RFC 8032). */
interface AuditKeys {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** DER of a PKCS #8 Ed25519 key up to its 32 bytes (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derives the keys from a 32-byte secret, the private key itself. */
export function auditKeys(secret: Uint8Array): AuditKeys {
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: 'der', type: 'pkcs8' })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}

const folder = 'audit-heads'
const digits = 16

/** A chain's newest head in the store; `head` is null when forged or another chain's. */
export interface FoundHead {
  readonly key: string
  readonly chain: string
  readonly head: ChainHead | null
  /** The head as it is kept, a compact JWS. */
  readonly signed: string
}

/**
 * Signed heads outside the audit's database, at `audit-heads/<chain>/<sequence>`. Heads are never
 * overwritten, so replicas cannot regress one and write-once storage is possible.
 */
export class HeadStore {
  readonly #blobs: BlobStore
  readonly #keys: AuditKeys

  constructor(blobs: BlobStore, keys: AuditKeys) {
    this.#blobs = blobs
    this.#keys = keys
  }

  async newest(chain: string): Promise<FoundHead | null> {
    const [found] = await this.#newestUnder(`${folder}/${chain}/`)
    return found ?? null
  }

  /** Every chain's newest head. */
  newestOfAll(): Promise<FoundHead[]> {
    return this.#newestUnder(`${folder}/`)
  }

  /** Stores a head and removes the chain's older ones. */
  async keep(head: ChainHead): Promise<void> {
    const key = keyOf(head)
    await this.#blobs.put(key, await signHead(head, this.#keys))
    for (const older of await this.#list(`${folder}/${head.chain}/`)) {
      if (older < key) await this.#blobs.delete(older)
    }
  }

  /** A head that vanished between listing and reading was superseded: list again. */
  async #newestUnder(prefix: string): Promise<FoundHead[]> {
    for (;;) {
      const last = new Map((await this.#list(prefix)).map((key) => [chainOf(key), key]))
      const heads = await Promise.all([...last.values()].map((key) => this.#open(key)))
      const found = heads.filter((head) => head !== null)
      if (found.length === heads.length) return found
    }
  }

  async #list(prefix: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of this.#blobs.list(prefix)) keys.push(key)
    return keys.sort()
  }

  async #open(key: string): Promise<FoundHead | null> {
    const chain = chainOf(key)
    const signed = await this.#blobs.get(key).catch((error: unknown) => {
      if (error instanceof EngineUnavailable) throw error
      return undefined
    })
    if (signed === null) return null
    // A damaged file counts as forged: the chain has no trustworthy head.
    const head = signed ? await openHead(signed, this.#keys) : null
    const text = new TextDecoder().decode(signed ?? undefined)
    return { key, chain, head: head !== null && keyOf(head) === key ? head : null, signed: text }
  }

  /** Signs a statement that is no head: its type is in the protected header. */
  sign(type: string, statement: Readonly<Record<string, unknown>>): Promise<string> {
    return new CompactSign(new TextEncoder().encode(JSON.stringify(statement)))
      .setProtectedHeader({ alg: 'EdDSA', typ: type })
      .sign(this.#keys.privateKey)
  }

  /** The key that checks heads and statements. */
  get publicKey(): AuditKey {
    const { kty, crv, x } = this.#keys.publicKey.export({ format: 'jwk' })
    const fingerprint = hash('sha256', JSON.stringify({ crv, kty, x }))
    return AuditKey.parse({ kty, crv, x, fingerprint })
  }
}

function keyOf({ chain, sequence }: ChainHead): string {
  return `${folder}/${chain}/${String(sequence).padStart(digits, '0')}`
}

function chainOf(key: string): string {
  return key.split('/')[1] ?? ''
}

/** Signs a head as a compact JWS (RFC 7515, RFC 8037), verifiable with the public key. */
async function signHead(head: ChainHead, { privateKey }: AuditKeys): Promise<Uint8Array> {
  const content = new TextEncoder().encode(JSON.stringify(head))
  const jws = await new CompactSign(content).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey)
  return new TextEncoder().encode(jws)
}

/** The signed head, or null when the signature is not ours or covers something else. */
async function openHead(signed: Uint8Array, { publicKey }: AuditKeys): Promise<ChainHead | null> {
  try {
    const { payload, protectedHeader } = await compactVerify(signed, publicKey, { algorithms: ['EdDSA'] })
    if (protectedHeader.typ !== undefined) return null
    return ChainHead.parse(JSON.parse(new TextDecoder().decode(payload)))
  } catch {
    return null
  }
}
