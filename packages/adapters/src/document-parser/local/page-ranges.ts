import { DocumentParseError, type ParsedDocument } from '@portal/service-kit/ports/document-parser'
import { parseError } from '../failure-messages.ts'
import { carriedMax } from './protocol.ts'

/** Pages to read, counted from 1; without `to`, as many as one process may. */
export interface PageRange {
  readonly from: number
  readonly to?: number
}

/**
 * A file, or a part of it: then its pages are `carried` as they were read, for what they are decide
 * all pages. `nextPage` is where the process stopped for its limits.
 */
export type ParsedPart = ParsedDocument & { readonly nextPage?: number; readonly carried?: string }

/** A part that failed, and the page that it had come to, if it said. */
export interface FailedPart {
  readonly failure: unknown
  readonly reached: { readonly page: number; readonly of: number } | null
}

/** Pages that a file may lose to the limits before it counts as unreadable. */
const lostPagesMax = 2
const wallMsMax = 300_000

/** How a part is read, and how the parts that were carried become one document. */
interface PartReader {
  readonly readPart: (range: PageRange) => Promise<ParsedPart | FailedPart>
  readonly joinParts: (carried: readonly string[]) => Promise<ParsedPart | FailedPart>
}

/**
 * Reads a file to its end in as many parts as its weight needs. A page that exceeds the limits by
 * itself is left out and counts as unread, if others can be read.
 */
export async function readInRanges({ readPart, joinParts }: PartReader): Promise<ParsedDocument> {
  const parts: ParsedPart[] = []
  const lost: number[] = []
  const started = performance.now()
  let range: PageRange = { from: 1 }
  for (;;) {
    const part = await readPart(range)
    if (!('failure' in part)) {
      parts.push(part)
      if (carriedOf(parts).reduce((sum, { length }) => sum + length, 0) > carriedMax)
        throw parseError('too_large_inside')
      const next = part.nextPage ?? (range.to === undefined ? null : range.to + 1)
      if (next === null || next > (part.pages ?? 0)) return whole(parts, lost, joinParts)
      if (next <= range.from) throw new Error('The output of the parser is invalid.')
      // The page that a part was cut before is tried by itself.
      const isCutBefore = part.nextPage === undefined && range.to !== range.from
      range = isCutBefore ? { from: next, to: next } : { from: next }
      continue
    }
    const { failure, reached } = part
    if (reached === null || !isLimit(failure) || performance.now() - started > wallMsMax) throw failure
    const { page, of } = reached
    if (page > range.from) {
      range = { from: range.from, to: page - 1 }
      continue
    }
    lost.push(page)
    const isLast = page >= of
    if (lost.length > lostPagesMax || (isLast && parts.length === 0)) throw failure
    if (isLast) return whole(parts, lost, joinParts)
    range = { from: page + 1 }
  }
}

function isLimit(failure: unknown): boolean {
  return failure instanceof DocumentParseError && /^(?:time|memory)_limit$/.test(failure.reason)
}

function carriedOf(parts: readonly ParsedPart[]): string[] {
  return parts.flatMap(({ carried }) => carried ?? [])
}

async function whole(
  parts: readonly ParsedPart[],
  lost: readonly number[],
  joinParts: PartReader['joinParts'],
): Promise<ParsedDocument> {
  const [first] = parts
  if (first === undefined) throw parseError('no_text')
  const { nextPage: _, carried: __, ...document } = first
  const carried = carriedOf(parts)
  if (carried.length === 0) return document
  const joined = await joinParts(carried)
  if ('failure' in joined) throw joined.failure
  const { blocks, unreadPages = [] } = joined
  return { ...document, blocks, unreadPages: [...unreadPages, ...lost].toSorted((a, b) => a - b) }
}
