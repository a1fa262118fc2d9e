import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import type { WordHeading } from './word-styles.ts'

/** A paragraph of a Word file as it is shown: without deleted and hidden text. */
interface WordParagraph {
  readonly text: string
  readonly heading: WordHeading | null
  readonly isListItem: boolean
  readonly isBold: boolean
}

/** A table: what each cell of each row contains. */
interface WordTable {
  readonly rows: readonly (readonly (readonly WordPiece[])[])[]
}
export type WordPiece = WordParagraph | WordTable

/** A paragraph that is bold as a whole and not longer than this is a heading without its style. */
const boldHeadingLength = 100

/** The blocks of a Word file's text. A table of one column only draws a frame around its text. */
export function blocksOfPieces(pieces: readonly WordPiece[]): ParsedBlock[] {
  let level = 0
  const blocks = pieces.flatMap(withoutFrames).map((piece): ParsedBlock => {
    if ('rows' in piece) return { kind: 'table', text: tableText(piece) }
    const { text, isListItem } = piece
    const heading = headingLevel(piece, level)
    if (heading === null) return { kind: isListItem ? 'list-item' : 'paragraph', text }
    if (piece.heading !== null) level = heading
    return { kind: 'heading', text, level: heading }
  })
  return blocks.filter(({ text }) => text !== '')
}

function withoutFrames(piece: WordPiece): readonly WordPiece[] {
  if (!('rows' in piece) || piece.rows.some((cells) => cells.length > 1)) return [piece]
  return piece.rows.flat(2).flatMap(withoutFrames)
}

/** A style that is only based on a heading's may be one for clauses: short lines are headings. */
function headingLevel({ text, heading, isBold, isListItem }: WordParagraph, above: number): number | null {
  if (heading?.isNamed) return heading.level
  if (!readsAsHeading(text)) return null
  if (heading !== null) return heading.level
  return isBold && !isListItem ? Math.min(6, above + 1) : null
}

function readsAsHeading(text: string): boolean {
  return text.length <= boldHeadingLength && /\p{L}/u.test(text) && !/[.,;:!]$/.test(text)
}

/** Tabs separate the cells of the table, spaces those of a table within a cell. */
function tableText({ rows }: WordTable): string {
  return rows
    .map((cells) => cells.map(cellText).join('\t').trimEnd())
    .filter((row) => row !== '')
    .join('\n')
    .trim()
}

function cellText(pieces: readonly WordPiece[]): string {
  const texts = pieces.map((piece) =>
    'rows' in piece ? piece.rows.map((cells) => cells.map(cellText).join(' ')).join(' ') : piece.text,
  )
  return texts.filter((text) => text !== '').join(' ')
}
