/** Media types that can be parsed. */
export type ParsableType =
  | 'application/pdf'
  | 'text/plain'
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  | 'application/msword'

/**
 * One block of a document in reading order. `page` counts from 1 where the format has pages (PDF), else it is absent.
 * `level` (1 to 6) is given for headings. A table is one block, rows on lines, cells separated by a tab. Apart from
 * white space and joined line-end hyphens, `text` holds only what the file holds, in its order: citations are verbatim.
 */
export interface ParsedBlock {
  readonly kind: 'heading' | 'paragraph' | 'list-item' | 'table'
  readonly text: string
  readonly level?: number
  readonly page?: number
}

/** What a parser found. `pages` is the page count where the format has pages. */
export interface ParsedDocument {
  readonly blocks: readonly ParsedBlock[]
  readonly pages?: number
  /** Which engine read it, with its version, for the record. */
  readonly parser: string
}

/** Why a file could not be read; each has one sentence for people in {@link DocumentParseError.message}. */
export type ParseFailure =
  | 'encrypted'
  | 'corrupt'
  | 'too_large_inside'
  | 'time_limit'
  | 'memory_limit'
  | 'no_text'
  | 'unsupported'

/** The file itself cannot be read: trying again would not help. */
export class DocumentParseError extends Error {
  override readonly name = 'DocumentParseError'
  readonly reason: ParseFailure
  constructor(reason: ParseFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/**
 * Reads the blocks of an untrusted file. Throws {@link DocumentParseError} for a bad file, {@link EngineUnavailable} when the engine is away
 * (wait for it), any other error when it broke at this file (try again a few times).
 */
export interface DocumentParser {
  parse(file: {
    readonly content: Uint8Array
    readonly type: ParsableType
    readonly signal?: AbortSignal
    /** Files of different groups (organizations) never meet in one process; without it a file has a process of its own. */
    readonly group?: string
  }): Promise<ParsedDocument>
  /** Throws {@link EngineUnavailable} with one sentence that says why the engine cannot read. */
  check(): Promise<void>
}
