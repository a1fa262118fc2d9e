import {
  DocumentParseError,
  type ParsedBlock,
  type ParsedDocument,
} from '@portal/service-kit/ports/document-parser'
import { parseError } from '../failure-messages.ts'
import { parsedLimits } from './protocol.ts'

/** Pages to read, counted from 1; without `to`, as many as one process may. */
export interface PageRange {
  readonly from: number
  readonly to?: number
}

/** A part of a file; `nextPage` where the process stopped for its limits. */
export type ParsedPart = ParsedDocument & { readonly nextPage?: number }

/** A part that failed, and the page that it had come to, if it said. */
export interface FailedPart {
  readonly failure: unknown
  readonly reached: { readonly page: number; readonly of: number } | null
}

/** Pages that a file may lose to the limits before it counts as unreadable. */
const lostPagesMax = 2
const wallMsMax = 300_000

/**
 * Reads a file to its end in as many parts as its weight needs. A page that exceeds the limits by
 * itself is left out and counts as unread, if others can be read.
 */
export async function readInRanges(
  readPart: (range: PageRange) => Promise<ParsedPart | FailedPart>,
): Promise<ParsedDocument> {
  const parts: ParsedPart[] = []
  const lost: number[] = []
  const started = performance.now()
  let range: PageRange = { from: 1 }
  for (;;) {
    const part = await readPart(range)
    if (!('failure' in part)) {
      parts.push(part)
      const next = part.nextPage ?? (range.to === undefined ? null : range.to + 1)
      if (next === null || next > (part.pages ?? 0)) return merged(parts, lost)
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
    if (isLast) return merged(parts, lost)
    range = { from: page + 1 }
  }
}

function isLimit(failure: unknown): boolean {
  return failure instanceof DocumentParseError && /^(?:time|memory)_limit$/.test(failure.reason)
}

function merged(parts: readonly ParsedPart[], lost: readonly number[]): ParsedDocument {
  const [first] = parts
  const blocks: readonly ParsedBlock[] =
    parts.length === 1 ? (first?.blocks ?? []) : parts.flatMap((part) => part.blocks)
  if (first === undefined || blocks.length === 0) throw parseError('no_text')
  const characters = blocks.reduce((sum, { text }) => sum + text.length, 0)
  if (blocks.length > parsedLimits.blocksMax || characters > parsedLimits.charactersMax)
    throw parseError('too_large_inside')
  const { nextPage: _, ...document } = first
  if (document.unreadPages === undefined) return { ...document, blocks }
  const unread = [...parts.flatMap(({ unreadPages = [] }) => unreadPages), ...lost]
  return { ...document, blocks, unreadPages: unread.toSorted((a, b) => a - b) }
}
