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
  /** Of keys that this one replaces: their heads count until they are signed anew. */
  readonly former: readonly KeyObject[]
}

/** DER of a PKCS #8 Ed25519 key up to its 32 bytes (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Derives the keys from 32-byte secrets, the private keys themselves: of these the first signs. */
export function auditKeys(secret: Uint8Array, ...former: readonly Uint8Array[]): AuditKeys {
  const privateKey = privateKeyOf(secret)
  const replaced = former.map((each) => createPublicKey(privateKeyOf(each)))
  return { privateKey, publicKey: createPublicKey(privateKey), former: replaced }
}

function privateKeyOf(secret: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8, secret]), format: 'der', type: 'pkcs8' })
}

const folder = 'audit-heads'
const digits = 16

/** A chain's newest head in the store; `head` is null when forged or another chain's. */
export interface FoundHead {
  readonly key: string
  readonly chain: string
  readonly head: ChainHead | null
  /** A compact JWS of the key that signs now; a forged one as it is kept. */
  readonly signed: string
  /** Whether it is kept with the signature of a key that was replaced. */
  readonly isOfFormerKey: boolean
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
    const { publicKey, former } = this.#keys
    const current = signed ? await openHead(signed, [publicKey]) : null
    const opened = current ?? (signed ? await openHead(signed, former) : null)
    const head = opened !== null && keyOf(opened) === key ? opened : null
    const isOfFormerKey = head !== null && current === null
    // Those who get it know the present key alone.
    const bytes = isOfFormerKey ? await signHead(head, this.#keys) : signed
    return { key, chain, head, isOfFormerKey, signed: new TextDecoder().decode(bytes ?? undefined) }
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

/** The signed head, or null when the signature is of none of the keys or covers something else. */
async function openHead(signed: Uint8Array, keys: readonly KeyObject[]): Promise<ChainHead | null> {
  for (const key of keys) {
    const head = await openWith(key, signed)
    if (head !== null) return head
  }
  return null
}

async function openWith(publicKey: KeyObject, signed: Uint8Array): Promise<ChainHead | null> {
  try {
    const { payload, protectedHeader } = await compactVerify(signed, publicKey, { algorithms: ['EdDSA'] })
    if (protectedHeader.typ !== undefined) return null
    return ChainHead.parse(JSON.parse(new TextDecoder().decode(payload)))
  } catch {
    return null
  }
}
