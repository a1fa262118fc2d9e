import { listMarker } from '@portal/file-rules/list-marker'
import type { Span } from '@portal/file-rules/sentence-spans'

/** A paragraph, list item or table row of a text. */
export interface Block extends Span {
  readonly text: string
  readonly marker: string | null
  /** Number of its chunk: what stands between two blank lines. */
  readonly chunk: number
  /** One of several lines of a chunk without markers, as list items of a Word file are. */
  readonly isLine: boolean
  /** A row of a table, cells separated by tabs or bars. */
  readonly isRow: boolean
}

/** A shorter line without punctuation at its end is complete, whatever follows it. */
const wrappedMin = 50

/** The blocks of a text, in order; between them there is white space alone. */
export function splitBlocks(text: string): Block[] {
  return pieces(text, /\n[^\S\n]*\n/g).flatMap((chunk, number) => {
    const whole = text.slice(chunk.start, chunk.end)
    // A line end after a hyphen belongs to a word or dash, as the readers of PDF leave it.
    const lines = joinWrapped(
      text,
      pieces(whole, /(?<![-\u2010-\u2015])\n/g).map((line) => moved(line, chunk.start)),
    )
    const isTable = lines.some((line) => isRow(text.slice(line.start, line.end)))
    return lines.map((line): Block => {
      const content = text.slice(line.start, line.end)
      const marker = isTable ? null : listMarker(content)
      const isLine = marker === null && !isTable && lines.length > 1
      return { ...line, text: content, marker, chunk: number, isLine, isRow: isTable }
    })
  })
}

/** What is between the separators, trimmed; empty pieces are dropped. */
function pieces(text: string, separator: RegExp): Span[] {
  const found: Span[] = []
  let start = 0
  for (const { index, 0: between } of text.matchAll(separator)) {
    found.push({ start, end: index })
    start = index + between.length
  }
  found.push({ start, end: text.length })
  return found.map((piece) => trimmed(text, piece)).filter(({ start: from, end }) => end > from)
}

/** Joins a line to the one before it whose sentence it continues in lower case. */
function joinWrapped(text: string, lines: readonly Span[]): Span[] {
  const joined: Span[] = []
  let above = ''
  for (const line of lines) {
    const before = joined.at(-1)
    const content = text.slice(line.start, line.end)
    const continues =
      above.length >= wrappedMin &&
      !/[.:;!?,]$|\b(?:and|or)$/i.test(above) &&
      /^\p{Ll}/u.test(content) &&
      listMarker(content) === null &&
      !isRow(content)
    if (before && continues && !isRow(above))
      joined[joined.length - 1] = { start: before.start, end: line.end }
    else joined.push(line)
    above = content
  }
  return joined
}

/** Cells are separated by tabs or bars; a tab after an item's marker separates none. */
function isRow(line: string): boolean {
  const marker = listMarker(line)
  const content = marker === null ? line : line.slice(marker.length).trimStart()
  return content.includes('\t') || /\S \| \S/.test(content)
}

/** The span without the white space at its edges. */
export function trimmed(text: string, { start, end }: Span): Span {
  const piece = text.slice(start, end)
  const from = start + (piece.length - piece.trimStart().length)
  return { start: from, end: Math.max(from, start + piece.trimEnd().length) }
}

/** The span in a text that has `by` more units before it. */
export function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by }
}
