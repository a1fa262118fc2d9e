import { type ErrorBody, type ErrorCode, errorStatus } from '@portal/contracts/errors'
import { DatabaseUnavailable } from './database/connection-slot.ts'
import { OrganizationDeleted } from './database/organization-deleted.ts'
import { EngineUnavailable } from './ports/engine-unavailable.ts'

export interface ErrorDetails {
  readonly suggestedAction?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

/** An error meant for users: a stable code and a sentence. Every other error becomes `internal`. */
export class CodedError extends Error {
  override readonly name = 'CodedError'
  readonly code: ErrorCode
  readonly details: ErrorDetails
  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.details = details
  }
}

/** The same response for unknown and foreign ids: same status, same body (reliability.md). */
export function notFound(): CodedError {
  return new CodedError('not_found', 'Not found')
}

/** The row, or throws {@link notFound}. */
export function rowOrNotFound<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw notFound()
  return row
}

/** An error in the form sent to clients. */
export interface PublicError {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Readonly<Record<string, string>>
}

/** A lost database or engine becomes 503, a missed deadline 504, any other uncoded error 500. */
export function publicError(error: unknown, requestId: string): PublicError {
  const { code, message, details } = codedError(error)
  const { suggestedAction, fields, retryAfterSeconds } = details
  return {
    status: errorStatus[code],
    body: {
      message,
      code,
      requestId,
      ...(suggestedAction === undefined ? {} : { suggestedAction }),
      ...(fields === undefined ? {} : { fields: { ...fields } }),
    },
    headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
  }
}

function codedError(error: unknown): CodedError {
  if (error instanceof CodedError) return error
  if (error instanceof DatabaseUnavailable) {
    const message = 'The service cannot reach its data right now. Please try again in a moment.'
    return new CodedError('not_ready', message, { retryAfterSeconds: 2 })
  }
  if (error instanceof EngineUnavailable) {
    const message = 'A part of the portal cannot be reached right now. Please try again in a moment.'
    const retryAfterSeconds = Math.max(1, Math.ceil(error.retryAfterSeconds))
    return new CodedError('upstream_unavailable', message, { retryAfterSeconds })
  }
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new CodedError('deadline_exceeded', 'The portal took too long to answer. Please try again.')
  if (error instanceof OrganizationDeleted) return new CodedError('organization_deleted', error.message)
  return new CodedError('internal', 'Something went wrong on our side. Please try again.')
}
