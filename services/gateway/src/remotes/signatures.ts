import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { remoteStatement } from '@portal/contracts/remote-statement'
import type { RemoteEntry } from '@portal/contracts/remotes'

/** Public keys (Ed25519, 32 bytes in base64) by name. Without any, nothing needs a signature. */
export type RemoteKeys = ReadonlyMap<string, string>

/** The entry with a signature over its statement. */
export function signEntry(entry: RemoteEntry, privateKey: KeyObject): RemoteEntry {
  const signature = sign(null, Buffer.from(remoteStatement(entry)), privateKey)
  return { ...entry, signature: signature.toString('base64') }
}

/** The name of the key that signed the entry; null if none of these did, or something changed. */
export function signerOf(entry: RemoteEntry, keys: RemoteKeys): string | null {
  if (entry.signature === undefined) return null
  const signature = Buffer.from(entry.signature, 'base64')
  const statement = Buffer.from(remoteStatement(entry))
  const found = [...keys].find(([, key]) => verify(null, statement, publicKeyOf(key), signature))
  return found?.[0] ?? null
}

/** The key object of 32 bytes in base64. */
export function publicKeyOf(key: string): KeyObject {
  const x = Buffer.from(key, 'base64').toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

/** The 32 bytes of a public key, or of a private key's (PEM), in base64. */
export function publicBytes(key: KeyObject | string): string {
  const publicKey = typeof key === 'string' ? createPublicKey(key) : key
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('base64')
}

/** A new pair: the private key as PEM (PKCS 8), the public one as configurations have it. */
export function makeSigningKey(): { readonly privateKey: string; readonly publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicBytes(publicKey),
  }
}
