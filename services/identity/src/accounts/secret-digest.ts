import { createHash } from 'node:crypto'

/**
 * SHA-256 in base64url, stored instead of a random secret of 128 bits or more; not for passwords.
 */
export function secretDigest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
