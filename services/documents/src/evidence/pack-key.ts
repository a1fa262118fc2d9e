import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A key that signs the manifest of one pack and is then forgotten. */
export class PackKey {
  readonly #privateKey: KeyObject
  /** Of 32 bytes, in base64url: what the statement of the audit trail certifies. */
  readonly publicKey: string

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    this.#privateKey = privateKey
    this.publicKey = publicKey.export({ format: 'jwk' }).x ?? ''
  }

  /** A compact JWS (RFC 7515, RFC 8037) over the SHA-256 of the manifest. */
  signManifest(packId: string, manifest: string): string {
    const sha256 = createHash('sha256').update(manifest).digest('hex')
    const parts = [
      { alg: 'EdDSA', typ: 'evidence-manifest' },
      { packId, sha256 },
    ]
    const covered = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    return `${covered}.${sign(null, Buffer.from(covered), this.#privateKey).toString('base64url')}`
  }
}
