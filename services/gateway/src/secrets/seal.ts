import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from '@portal/service-kit/rotated-secrets'

/** Encrypts texts for one purpose; a text sealed for another purpose, or altered, does not open. */
export interface Seal {
  seal(text: string): string
  /** The text, or null when it is not ours or was changed. */
  open(sealed: string): string | null
  /** Whether it was sealed with the secret that seals now, not with one that this replaces. */
  isCurrent(sealed: string): boolean
}

const nonceBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM (NIST SP 800-38D) with keys derived per purpose (HKDF, RFC 5869) from the gateway's
 * secrets: the first seals, each opens.
 */
export function createSeal(secrets: Secrets<Uint8Array>, purpose: string): Seal {
  const derive = (secret: Uint8Array) =>
    Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `portal-gateway ${purpose}`, 32))
  const [secret, ...former] = secrets
  const current = derive(secret)
  const keys = [current, ...former.map(derive)]
  return {
    seal: (text) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', current, nonce)
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, content, cipher.getAuthTag()]).toString('base64url')
    },
    open: (sealed) => {
      for (const key of keys) {
        const text = openWith(key, sealed)
        if (text !== null) return text
      }
      return null
    },
    isCurrent: (sealed) => openWith(current, sealed) !== null,
  }
}

function openWith(key: Uint8Array, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < nonceBytes + tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  const content = bytes.subarray(nonceBytes, -tagBytes)
  try {
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
  } catch {
    // The tag does not fit: not sealed with this key for this purpose.
    return null
  }
}
