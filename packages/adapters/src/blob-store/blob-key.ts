import { BlobKeyError } from '@portal/service-kit/ports/blob-store'

const keyLengthMax = 500
const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** Rejects keys that some store would normalise to another. Throws {@link BlobKeyError}. */
export function checkBlobKey(key: string): string {
  if (key.length <= keyLengthMax && key.split('/').every((part) => segment.test(part))) return key
  throw new BlobKeyError('A blob key is made of plain segments, such as org/<organization>/<uuid>.')
}

/** The key prefix of an organization. */
export function organizationPrefix(organizationId: number): string {
  if (Number.isSafeInteger(organizationId) && organizationId > 0) return `org/${organizationId}/`
  throw new BlobKeyError('An organization is a positive whole number.')
}

/** Rejects a prefix that no key can have; it may end within a segment or with a slash. */
export function checkBlobPrefix(prefix: string): string {
  return prefix === '' ? prefix : checkBlobKey(`${prefix}x`).slice(0, -1)
}
