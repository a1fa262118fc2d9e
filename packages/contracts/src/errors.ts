import { z } from 'zod'

/** Body of every error response. `message` is for people, `code` is stable. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  suggestedAction: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** Stable error codes with their HTTP status. */
export const errorStatus = {
  invalid_request: 400,
  unauthorized: 401,
  credential_conflict: 401,
  forbidden: 403,
  feature_off: 403,
  cross_site: 403,
  protected_account: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  illegal_transition: 409,
  already_member: 409,
  organization_deleted: 410,
  payload_too_large: 413,
  unsupported_file: 415,
  unsupported_media_type: 415,
  empty_file: 400,
  encrypted_file: 422,
  unsafe_file: 422,
  idempotency_mismatch: 422,
  question_declined: 422,
  rate_limited: 429,
  internal: 500,
  upstream_unavailable: 503,
  search_unavailable: 503,
  model_unavailable: 503,
  not_ready: 503,
  deadline_exceeded: 504,
} as const satisfies Record<string, number>

/** A stable error code. */
export type ErrorCode = keyof typeof errorStatus

/** Codes that say something of an uploaded file itself: sent again it would be refused again. */
export const fileRefusals = [
  'empty_file',
  'payload_too_large',
  'unsupported_file',
  'encrypted_file',
  'unsafe_file',
] as const satisfies readonly ErrorCode[]
