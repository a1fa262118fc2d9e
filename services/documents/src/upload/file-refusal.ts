import type { ErrorCode } from '@portal/contracts/errors'

/** Why an upload is refused immediately; its code determines the status (contracts/errors). */
export interface FileRefusal {
  readonly ok: false
  readonly code: Extract<
    ErrorCode,
    'empty_file' | 'payload_too_large' | 'unsupported_file' | 'encrypted_file' | 'unsafe_file'
  >
  readonly message: string
}

export function refuse(code: FileRefusal['code'], message: string): FileRefusal {
  return { ok: false, code, message }
}

export const encrypted = refuse(
  'encrypted_file',
  'The file is protected by a password. Remove the protection and upload it again.',
)
