import { createHash } from 'node:crypto'

/** SHA-256 of a random secret, base64url: what is stored instead of it. Only for secrets of 128 bits or more, never for passwords. */
export function secretDigest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
