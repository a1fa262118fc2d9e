import { S3ServiceException } from '@aws-sdk/client-s3'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { connectionTrouble } from '../../engine-url/connection-trouble.ts'

const unknownKey = 'The file store does not know the access key of the portal.'
const full = 'The file store has no space left.'
const noBucket = 'The bucket of the portal does not exist in the file store.'

/** User-facing sentences by error code (Amazon S3 API reference, "Error responses") or status. */
const sentences = new Map<string | number, string>([
  ['AccessDenied', 'The file store does not let the portal read and write its bucket.'],
  ['InvalidAccessKeyId', unknownKey],
  // versitygw's name for it.
  ['XAdminUserNotFound', unknownKey],
  ['SignatureDoesNotMatch', 'The file store does not accept the secret of the portal.'],
  ['NoSuchBucket', noBucket],
  ['InsufficientStorage', full],
  ['QuotaExceeded', full],
  ['SlowDown', 'The file store asks to slow down.'],
  [403, 'The file store does not let the portal in: check its access key and secret.'],
  [404, noBucket],
  [507, full],
  [500, 'The file store failed.'],
])

/** Maps an error of a call to the port's; programming errors stay as they are. */
export function unavailable(error: unknown): Error {
  if (error instanceof TypeError || error instanceof ReferenceError) return error
  const known =
    error instanceof S3ServiceException
      ? (sentences.get(error.name) ?? sentences.get(error.$metadata.httpStatusCode ?? 0))
      : undefined
  const unreached = () => `The file store ${connectionTrouble(error) ?? 'does not answer'}.`
  return new EngineUnavailable(known ?? unreached(), 5, { cause: error })
}

/** The work, with its errors mapped to the port's. */
export async function reached<T>(work: T | Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw unavailable(error)
  }
}

/** Null for a missing object or upload (not for a missing bucket), else throws the error. */
export function nullWhenMissing(error: unknown): null {
  if (error instanceof S3ServiceException && /^NoSuch(Key|Upload)$/.test(error.name)) return null
  throw error
}

/** An object without a body when a range begins behind the object's end, else throws the error. */
export function emptyWhenBeyondTheEnd(error: unknown): { readonly Body?: undefined } {
  if (error instanceof S3ServiceException && error.name === 'InvalidRange') return {}
  throw error
}
