import type { ParsedBlock, ParseFailure } from '@portal/service-kit/ports/document-parser'

/** What precedes a file on the child's standard input: one line of JSON, then `sizeBytes` bytes. */
export interface FileHeader {
  readonly type: string
  readonly sizeBytes: number
}

/** One line of the child's standard output. Every file ends with `done` or `failure`; the first line of all is `ready`. */
export type ChildLine =
  | { readonly ready: true }
  | { readonly block: ParsedBlock }
  | { readonly done: { readonly parser: string; readonly pages?: number } }
  | { readonly failure: { readonly reason: ParseFailure; readonly message: string } }

/** How much a file may hold. Text beyond it is refused: the largest upload as plain text stays below. */
export const parsedLimits = { charactersMax: 12_000_000, blocksMax: 200_000, pagesMax: 5_000 } as const
