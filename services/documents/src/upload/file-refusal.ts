import type { ErrorCode } from '@portal/contracts/errors'

/** Why an upload is refused immediately; its code determines the status (contracts/errors). */
export interface FileRefusal {
  readonly ok: false
  readonly status: 400 | 413 | 415 | 422
  readonly code: Extract<
    ErrorCode,
    'empty_file' | 'payload_too_large' | 'unsupported_file' | 'encrypted_file' | 'unsafe_file'
  >
  readonly message: string
}

export const emptyFile: FileRefusal = {
  ok: false,
  status: 400,
  code: 'empty_file',
  message: 'The file is empty.',
}

export const tooLarge: FileRefusal = {
  ok: false,
  status: 413,
  code: 'payload_too_large',
  message: 'The file is larger than 10 MB.',
}

export const encrypted: FileRefusal = {
  ok: false,
  status: 422,
  code: 'encrypted_file',
  message: 'The file is protected by a password. Remove the protection and upload it again.',
}

export function unsupported(message: string): FileRefusal {
  return { ok: false, status: 415, code: 'unsupported_file', message }
}

export function unsafe(message: string): FileRefusal {
  return { ok: false, status: 422, code: 'unsafe_file', message }
}
