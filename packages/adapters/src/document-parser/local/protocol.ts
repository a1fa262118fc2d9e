import type { ParsedBlock, ParseFailure } from '@portal/service-kit/ports/document-parser'

/** Precedes a file on standard input: one line of JSON, then `sizeBytes` bytes. */
export interface FileHeader {
  readonly type: string
  readonly sizeBytes: number
}

/** One line of standard output: first `ready`, then per file its blocks and `done` or `failure`. */
export type ChildLine =
  | { readonly ready: true }
  | { readonly block: ParsedBlock }
  | { readonly done: { readonly parser: string; readonly pages?: number } }
  | { readonly failure: { readonly reason: ParseFailure; readonly message: string } }

/** Limits on a file's contents; the largest plain-text upload is below them. */
export const parsedLimits = { charactersMax: 12_000_000, blocksMax: 200_000, pagesMax: 5_000 } as const
