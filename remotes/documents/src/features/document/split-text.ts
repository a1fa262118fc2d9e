import type { VersionText } from '@portal/contracts/versions'
import type { Span } from '../reading/spans.ts'

/** A block of a version's text as it is shown. The offsets are those of the text. */
export interface TextBlock extends Span {
  readonly kind: 'heading' | 'paragraph' | 'list' | 'table'
  /** Of a heading, from 1; never more than one deeper than the heading before. */
  readonly level: number
  /** Lines of a list, cells of a table's rows. */
  readonly rows: readonly (readonly Span[])[]
  /** Where the format has pages, and this is the first block of one: its number. */
  readonly opensPage: number | null
}

type Source = Pick<VersionText, 'text' | 'sections' | 'pages'>

const deepest = 5
const listLine = /^(?:[•◦▪▫‣⁃●○■□–—*·-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlcdm]{1,7})[.)])\s+\S/

/**
 * Cuts a version's text into what people see as headings, paragraphs, lists and tables: blocks lie
 * between blank lines, sections say which are headings, and a table has tabs between its cells.
 */
export function splitText({ text, sections, pages }: Source): TextBlock[] {
  const levels = new Map(sections.map(({ start, level }) => [start, level]))
  const pageStarts = new Map(pages.map(({ start, page }) => [start, page]))
  const blocks: TextBlock[] = []
  let depth = 0
  for (const span of chunksOf(text)) {
    const level = levels.get(span.start)
    if (level !== undefined) depth = Math.min(level, depth + 1, deepest)
    const opensPage = pageStarts.get(span.start) ?? (blocks.length === 0 && pages.length > 0 ? 1 : null)
    const shape = level === undefined ? shapeOf(text, span) : { kind: 'heading' as const, rows: [] }
    blocks.push({ ...span, ...shape, level: depth, opensPage })
  }
  return blocks
}

/** What lies between blank lines. */
function chunksOf(text: string): Span[] {
  const chunks: Span[] = []
  const gap = /\n{2,}/g
  let start = 0
  for (let found = gap.exec(text); found; found = gap.exec(text)) {
    if (found.index > start) chunks.push({ start, end: found.index })
    start = gap.lastIndex
  }
  if (start < text.length) chunks.push({ start, end: text.length })
  return chunks
}

function shapeOf(text: string, span: Span): Pick<TextBlock, 'kind' | 'rows'> {
  const lines = splitAt(text, span, '\n')
  const hasTabs = lines.filter((line) => text.slice(line.start, line.end).includes('\t')).length
  if (hasTabs > 0 && hasTabs * 2 >= lines.length)
    return { kind: 'table', rows: lines.map((line) => splitAt(text, line, '\t')) }
  if (lines.every((line) => listLine.test(text.slice(line.start, line.end))))
    return { kind: 'list', rows: lines.map((line) => [line]) }
  return { kind: 'paragraph', rows: [] }
}

function splitAt(text: string, { start, end }: Span, sign: string): Span[] {
  const parts: Span[] = []
  let from = start
  for (let at = text.indexOf(sign, from); at !== -1 && at < end; at = text.indexOf(sign, from)) {
    parts.push({ start: from, end: at })
    from = at + 1
  }
  return [...parts, { start: from, end }]
}
