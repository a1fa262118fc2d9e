import type { ErrorCode } from '@portal/contracts/errors'
import type { ParseFailure } from '@portal/service-kit/ports/document-parser'

/** What must become of a file: refused at once with a code, kept but not read for one of some reasons, or read. */
export type HostileOutcome =
  | { readonly refused: ErrorCode }
  | { readonly fails: readonly ParseFailure[] }
  | { readonly reads: string }

/** A file that somebody might upload to do harm, built in code. `reads` names words that its text must then contain. */
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
