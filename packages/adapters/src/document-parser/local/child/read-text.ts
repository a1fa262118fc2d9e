import { decodeText } from '@portal/file-rules/decode-text'
import { listMarker } from '@portal/file-rules/list-marker'
import type { ParsedBlock, ParsedDocument } from '@portal/service-kit/ports/document-parser'
import { parseError } from '../../failure-messages.ts'
import { headedChunks } from './headed-chunks.ts'
import { joinLines, learnWordBreaks, type WordBreaks } from './join-lines.ts'
import { type Chunk, markedHeading, plainHeadings } from './text-headings.ts'
import { tableText } from './text-table-rows.ts'
import { tableEnd } from './text-tables.ts'

type Piece = { readonly chunk: Chunk } | { readonly table: readonly string[] }

/** Reads headings, paragraphs, list items and tables of a plain text file. */
export function readText(content: Uint8Array): ParsedDocument {
  const text = decodeText(content)
  if (text === null) throw parseError('corrupt', { message: 'The file is not plain text.' })
  return { blocks: blocksOfText(text), parser: 'local text' }
}

/** The blocks of a text whose lines and blank lines are all that is known of its structure. */
export function blocksOfText(text: string): ParsedBlock[] {
  const lines = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
  const pieces = splitPieces(lines)
  const breaks = learnWordBreaks(lines.map((line) => line.trim()))
  const headings = plainHeadings(pieces.flatMap((piece) => ('chunk' in piece ? [piece.chunk] : [])))
  return pieces.flatMap((piece): ParsedBlock[] => {
    if ('table' in piece) return tableBlocks(piece.table, breaks)
    const marked = markedHeading(piece.chunk)
    if (marked !== null) return [{ kind: 'heading', ...marked }]
    const level = headings.get(piece.chunk)
    if (level === undefined) return itemsOf(piece.chunk, breaks)
    return [{ kind: 'heading', text: joinLines(trimmed(piece.chunk.lines), breaks), level }]
  })
}

/** A table without words says nothing. */
function tableBlocks(lines: readonly string[], breaks: WordBreaks): ParsedBlock[] {
  const text = tableText(lines, breaks)
  return text === '' ? [] : [{ kind: 'table', text }]
}

function splitPieces(lines: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let open: string[] = []
  const close = () => {
    for (const chunk of headedChunks(open)) pieces.push({ chunk })
    open = []
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const end = open.length === 0 ? tableEnd(lines, at) : null
    if (end !== null) {
      pieces.push({ table: lines.slice(at, end) })
      at = end - 1
    } else if (line.trim() === '') close()
    else open.push(line)
  }
  close()
  return pieces
}

/** A chunk is one paragraph, or list items without blank lines between them. */
function itemsOf({ lines }: Chunk, breaks: WordBreaks): ParsedBlock[] {
  const items: string[][] = []
  for (const line of trimmed(lines)) {
    const item = items.at(-1)
    const isNew = item === undefined || (listMarker(line) !== null && mayEndItem(item))
    if (isNew) items.push([line])
    else item.push(line)
  }
  return items.map((item) => {
    const text = joinLines(item, breaks)
    return { kind: listMarker(text) === null ? 'paragraph' : 'list-item', text }
  })
}

/** A line of running text may start with "5."; in a list or after a sentence it is an item. */
function mayEndItem(item: readonly string[]): boolean {
  return listMarker(item[0] ?? '') !== null || /[.:;!?]$/.test(item.at(-1) ?? '')
}

function trimmed(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim().replace(/\s+/g, ' '))
}
