/** Media types that can be parsed. */
export type ParsableType =
  | 'application/pdf'
  | 'text/plain'
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  | 'application/msword'

/**
 * A block in reading order. `page` counts from 1 (PDF only), `level` of headings from 1 to 6.
 * Tables are one block: rows on lines, cells tab-separated. Except for white space and line-end
 * hyphens, `text` is the file's, in its order, because citations are verbatim.
 */
export interface ParsedBlock {
  readonly kind: 'heading' | 'paragraph' | 'list-item' | 'table'
  readonly text: string
  readonly level?: number
  readonly page?: number
}

/**
 * `pages` is the page count where the format has pages; `unreadPages` (from 1, ascending) show text
 * that could not be read, or not all of it: scans, fonts that do not say their characters.
 */
export interface ParsedDocument {
  readonly blocks: readonly ParsedBlock[]
  readonly pages?: number
  readonly unreadPages?: readonly number[]
  /** The engine, its version and how it is used, for the record. */
  readonly parser: string
}

/** Why a file could not be read; {@link DocumentParseError.message} is a sentence for people. */
export const parseFailures = [
  'encrypted',
  'corrupt',
  'too_large_inside',
  'time_limit',
  'memory_limit',
  'no_text',
  'unsupported',
] as const
export type ParseFailure = (typeof parseFailures)[number]

/** The file itself cannot be read, so a retry would not help. */
export class DocumentParseError extends Error {
  override readonly name = 'DocumentParseError'
  readonly reason: ParseFailure
  constructor(reason: ParseFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** A file to read. */
export interface ParsableFile {
  readonly content: Uint8Array
  readonly type: ParsableType
  readonly signal?: AbortSignal
  /** Groups (organizations) never share a process; without one, a file gets its own. */
  readonly group?: string
}

/**
 * Reads an untrusted file. Throws {@link DocumentParseError} for a bad file, {@link
 * EngineUnavailable} without an engine, or any other error if it broke at this file (retry it).
 */
export interface DocumentParser {
  parse(file: ParsableFile): Promise<ParsedDocument>
  /** Whether this one would read more than the {@link ParsedDocument.parser} of that name. */
  isEarlier(parser: string): boolean
  /** Throws {@link EngineUnavailable} with a one-sentence reason. */
  check(): Promise<void>
}
