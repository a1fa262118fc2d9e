import { type ErrorBody, type ErrorCode, errorStatus } from '@portal/contracts/errors'
import { DatabaseUnavailable } from './database/connection-slot.ts'
import { OrganizationDeleted } from './database/organization-deleted.ts'
import { EngineUnavailable } from './ports/engine-unavailable.ts'

/** What people may additionally be told with an error. */
export interface ErrorDetails {
  readonly suggestedAction?: string
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

/** An error that people may see: a stable code, a sentence, and nothing internal. Every other error becomes `internal`. */
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

/** The one answer for unknown and foreign ids: same status, same body (reliability.md). */
export function notFound(): CodedError {
  return new CodedError('not_found', 'Not found')
}

/** The row, or {@link notFound} when there is none. */
export function rowOrNotFound<T>(row: T | undefined | null): T {
  if (row === undefined || row === null) throw notFound()
  return row
}

/** An error as people receive it. */
export interface PublicError {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Readonly<Record<string, string>>
}

/** Maps any error to what leaves the service, in one place: coded ones as they are, a lost database or engine as 503, all else as 500. */
export function publicError(error: unknown, requestId: string): PublicError {
  if (error instanceof CodedError) {
    const { suggestedAction, fields, retryAfterSeconds } = error.details
    return {
      status: errorStatus[error.code],
      body: {
        message: error.message,
        code: error.code,
        requestId,
        ...(suggestedAction === undefined ? {} : { suggestedAction }),
        ...(fields === undefined ? {} : { fields: { ...fields } }),
      },
      headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
    }
  }
  if (error instanceof DatabaseUnavailable) {
    const message = 'The service cannot reach its data right now. Please try again in a moment.'
    return { status: 503, body: { message, code: 'not_ready', requestId }, headers: { 'retry-after': '2' } }
  }
  if (error instanceof EngineUnavailable) {
    const message = 'A part of the portal cannot be reached right now. Please try again in a moment.'
    const headers = { 'retry-after': String(Math.max(1, Math.ceil(error.retryAfterSeconds))) }
    return { status: 503, body: { message, code: 'upstream_unavailable', requestId }, headers }
  }
  if (error instanceof OrganizationDeleted)
    return {
      status: errorStatus.organization_deleted,
      body: { message: error.message, code: 'organization_deleted', requestId },
      headers: {},
    }
  const message = 'Something went wrong on our side. Please try again.'
  return { status: 500, body: { message, code: 'internal', requestId }, headers: {} }
}
