import { hash } from 'node:crypto'

/** SHA-256 in base64url, stored in place of a long random secret; not for passwords. */
export function secretDigest(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
