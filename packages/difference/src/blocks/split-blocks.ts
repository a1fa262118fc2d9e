import { type Span, sentenceSpans } from '@portal/file-rules/sentence-spans'
import type { Block, ComparedText } from '../difference.ts'

/** Longer blocks are compared sentence by sentence. */
const blockUnitsMax = 4_000
/** Where even a sentence is longer, it is cut at white space after about this many units. */
const pieceUnits = 2_000

const bullet = '[•◦▪▫‣⁃●○■□–—*·-]'
const counter = '\\(?(?:\\d{1,3}|[a-zA-Z]|[ivxlcdm]{1,7}|[IVXLCDM]{1,7})[.)]'
const clause = '\\d{1,3}(?:\\.\\d{1,3})+[.):]?'
const named = '(?:section|article|clause|annex|appendix|chapter|part|§+)\\s*(?:\\d[\\d.]*|[A-Z])[.:)]?'
const marker = new RegExp(`^(?:${bullet}|${counter}|${clause}|${named})\\s+(?:[–—-]\\s+)?`, 'i')
/** "4 Records": in a paragraph this could be a quantity. */
const bareNumber = /^\d{1,3}\s+(?=\S)/

/**
 * The blocks of a version's text, in order: blank lines separate blocks, line ends separate list
 * items and table rows, tabs the cells of a row. Between blocks there is white space alone.
 */
export function splitBlocks({ text, headings }: ComparedText): Block[] {
  const levels = new Map(headings.map(({ start, level }) => [start, level]))
  return chunksOf(text, /\n{2,}/g).flatMap((chunk) => {
    const level = levels.get(chunk.start)
    if (level !== undefined) return [blockOf(text, chunk, { kind: 'heading', level })]
    return blocksOfChunk(text, chunk)
  })
}

function blocksOfChunk(text: string, chunk: Span): Block[] {
  const whole = text.slice(chunk.start, chunk.end)
  if (whole.includes('\t'))
    return linesOf(text, chunk).map((row) => blockOf(text, row, { kind: 'table-row' }))
  // A line end after a hyphen belongs to a word, as parsers of PDF leave it.
  const items = linesOf(text, chunk, /(?<![-\u2010-\u2015])\n/g)
  const kind = items.length > 1 || markerLength(whole, false) > 0 ? 'list-item' : 'paragraph'
  return items.flatMap((item) => {
    if (item.end - item.start <= blockUnitsMax) return [blockOf(text, item, { kind })]
    return piecesOf(text, item).map((piece) => blockOf(text, piece, { kind: 'paragraph' }))
  })
}

function linesOf(text: string, span: Span, ends = /\n/g): Span[] {
  return chunksOf(text.slice(span.start, span.end), ends).map((line) => moved(line, span.start))
}

/** What is between the separators, without white space around it; empty chunks are dropped. */
function chunksOf(text: string, separator: RegExp): Span[] {
  const chunks: Span[] = []
  let start = 0
  for (const { index, 0: found } of text.matchAll(separator)) {
    chunks.push({ start, end: index })
    start = index + found.length
  }
  chunks.push({ start, end: text.length })
  return chunks.map((chunk) => trimmed(text, chunk)).filter(({ start, end }) => end > start)
}

function piecesOf(text: string, span: Span): Span[] {
  const whole = text.slice(span.start, span.end)
  return sentenceSpans(whole)
    .flatMap((sentence) => cutLong(whole, sentence))
    .map((piece) => moved(trimmed(whole, piece), span.start))
    .filter(({ start, end }) => end > start)
}

function cutLong(text: string, { start, end }: Span): Span[] {
  if (end - start <= blockUnitsMax) return [{ start, end }]
  const pieces: Span[] = []
  let from = start
  while (end - from > blockUnitsMax) {
    const space = text.slice(from + pieceUnits, from + blockUnitsMax).search(/\s/)
    let cut = from + pieceUnits + Math.max(space, 0)
    if (/[\ud800-\udbff]/.test(text.charAt(cut - 1))) cut += 1
    pieces.push({ start: from, end: cut })
    from = cut
  }
  return [...pieces, { start: from, end }]
}

function blockOf(text: string, span: Span, what: Pick<Block, 'kind' | 'level'>): Block {
  const { start, end } = span
  const isHeading = what.kind === 'heading'
  const length = what.kind === 'table-row' ? 0 : markerLength(text.slice(start, end), isHeading)
  return { ...what, start, end, bodyStart: start + length }
}

function trimmed(text: string, { start, end }: Span): Span {
  let [from, to] = [start, end]
  while (from < to && isSpace(text.charCodeAt(from))) from += 1
  while (to > from && isSpace(text.charCodeAt(to - 1))) to -= 1
  return { start: from, end: to }
}

const spaces = new Set(
  [...' \t\n\r\f\v\u00a0\u1680\u2028\u2029\u202f\u205f\u3000'].map((each) => each.charCodeAt(0)),
)

function isSpace(unit: number): boolean {
  return spaces.has(unit) || (unit >= 0x2000 && unit <= 0x200a)
}

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by }
}

/** Length of the number or bullet before a block's text, white space included; 0 without one. */
function markerLength(text: string, isHeading: boolean): number {
  const start = text.slice(0, 40)
  const found = marker.exec(start)?.[0] ?? (isHeading ? bareNumber.exec(start)?.[0] : undefined)
  return found !== undefined && found.length < text.length ? found.length : 0
}
