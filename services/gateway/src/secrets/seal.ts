import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts texts for one purpose; a text sealed for another purpose, or altered, does not open. */
export interface Seal {
  seal(text: string): string
  /** The text, or null when it is not ours or was changed. */
  open(sealed: string): string | null
}

const nonceBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM (NIST SP 800-38D) with a key derived per purpose (HKDF, RFC 5869) from the gateway's
 * secret.
 */
export function createSeal(secret: Uint8Array, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `portal-gateway ${purpose}`, 32))
  return {
    seal: (text) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, content, cipher.getAuthTag()]).toString('base64url')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < nonceBytes + tagBytes) return null
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      const content = bytes.subarray(nonceBytes, -tagBytes)
      try {
        return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
      } catch {
        // The tag does not fit: not sealed by this gateway for this purpose.
        return null
      }
    },
  }
}
