import type { ErrorCode } from '@portal/contracts/errors'
import type { ParseFailure } from '@portal/service-kit/ports/document-parser'

/** Expected outcome: refused at once with a code, kept but unreadable for a reason, or read. */
export type HostileOutcome =
  | { readonly refused: ErrorCode }
  | { readonly fails: readonly ParseFailure[] }
  | { readonly reads: string }

/** A malicious upload, built in code. `reads` names words that its text must contain. */
export interface HostileFile {
  readonly title: string
  readonly fileName: string
  readonly make: () => Uint8Array
  readonly outcome: HostileOutcome
}

/** The bytes of a text in UTF-8. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
