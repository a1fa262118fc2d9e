import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { CompactSign, compactVerify } from 'jose'
import { z } from 'zod'

/** A chain's last sequence and hash at a time. */
export const ChainHead = z.object({
  chain: z.string(),
  sequence: z.number().int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
})
export type ChainHead = z.infer<typeof ChainHead>

/** The keys that heads are signed and checked with (Ed25519, RFC 8032). */
export interface AuditKeys {
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

/** Signs a head as a compact JWS (RFC 7515, RFC 8037), verifiable with the public key. */
export async function signHead(head: ChainHead, { privateKey }: AuditKeys): Promise<Uint8Array> {
  const content = new TextEncoder().encode(JSON.stringify(head))
  const jws = await new CompactSign(content).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey)
  return new TextEncoder().encode(jws)
}

/** The signed head, or null when the signature is not ours or covers something else. */
export async function openHead(
  signed: Uint8Array,
  { publicKey }: Pick<AuditKeys, 'publicKey'>,
): Promise<ChainHead | null> {
  try {
    const { payload } = await compactVerify(signed, publicKey, { algorithms: ['EdDSA'] })
    return ChainHead.parse(JSON.parse(new TextDecoder().decode(payload)))
  } catch {
    return null
  }
}
