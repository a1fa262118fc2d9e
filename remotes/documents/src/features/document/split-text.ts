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
const pipedLine = /^\|.*\|\s*$/
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
    const block = { ...span, ...shape, level: depth, opensPage }
    const before = blocks.at(-1)
    if (before && opensPage === null && isPiped(text, before) && isPiped(text, block))
      blocks.splice(-1, 1, { ...before, end: block.end, rows: [...before.rows, ...block.rows] })
    else blocks.push(block)
  }
  return blocks
}

/** A table of a plain text, with bars between its cells; its head is a block of its own. */
function isPiped(text: string, { kind, start }: Pick<TextBlock, 'kind' | 'start'>): boolean {
  return kind === 'table' && text.charAt(start) === '|'
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
  if (lines.every((line) => pipedLine.test(text.slice(line.start, line.end))))
    return { kind: 'table', rows: lines.map((line) => pipedCells(text, line)) }
  const hasTabs = lines.filter((line) => text.slice(line.start, line.end).includes('\t')).length
  if (hasTabs > 0 && hasTabs * 2 >= lines.length)
    return { kind: 'table', rows: lines.map((line) => splitAt(text, line, '\t')) }
  if (lines.every((line) => listLine.test(text.slice(line.start, line.end))))
    return { kind: 'list', rows: lines.map((line) => [line]) }
  return { kind: 'paragraph', rows: [] }
}

/** What is between the bars, without the white space beside them. */
function pipedCells(text: string, line: Span): Span[] {
  return splitAt(text, line, '|')
    .slice(1, -1)
    .map(({ start, end }) => {
      const words = text.slice(start, end)
      const from = start + words.length - words.trimStart().length
      return { start: from, end: from + words.trim().length }
    })
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
