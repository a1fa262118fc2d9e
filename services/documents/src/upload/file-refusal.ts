import type { ErrorCode } from '@portal/contracts/errors'

/** Why an upload is refused immediately; its code determines the status (contracts/errors). */
export interface FileRefusal {
  readonly ok: false
  readonly status: 400 | 413 | 415 | 422
  readonly code: Extract<
    ErrorCode,
    'empty_file' | 'payload_too_large' | 'unsupported_file' | 'encrypted_file' | 'unsafe_file'
  >
  /** A sentence for people. */
  readonly message: string
}

/** An empty file. */
export const emptyFile: FileRefusal = {
  ok: false,
  status: 400,
  code: 'empty_file',
  message: 'The file is empty.',
}

/** A file above the size that may be uploaded. */
export const tooLarge: FileRefusal = {
  ok: false,
  status: 413,
  code: 'payload_too_large',
  message: 'The file is larger than 10 MB.',
}

/** A file protected by a password. */
export const encrypted: FileRefusal = {
  ok: false,
  status: 422,
  code: 'encrypted_file',
  message: 'The file is protected by a password. Remove the protection and upload it again.',
}

/** A file of a type that is not accepted, or that contradicts its name. */
export function unsupported(message: string): FileRefusal {
  return { ok: false, status: 415, code: 'unsupported_file', message }
}

/** A file of an accepted type that is unsafe to open. */
export function unsafe(message: string): FileRefusal {
  return { ok: false, status: 422, code: 'unsafe_file', message }
}
