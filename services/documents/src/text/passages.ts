import { type Span, sentenceSpans } from '@portal/file-rules/sentence-spans'
import type { AssembledText, TextBlock } from './assemble-text.ts'

/** The unit of retrieval, embedding and citation: `text.slice(start, end)` of a version. */
export interface Passage extends Span {
  /**
   * The headings above it, outermost first: a lexical field of its own, encoded above the text,
   * never cited.
   */
  readonly headingPath: readonly string[]
  readonly page?: number
}

/** A passage has at most this many UTF-16 units (`npm run bench -- chunking`). */
export const passageUnitsMax = 1_600

/**
 * Cuts a text at headings, pages and tables, then between clauses and paragraphs; what exceeds
 * `unitsMax`, between sentences, words, characters. A table is with the paragraph that announces
 * it. Passages cover all text but headings, in order, without overlap, and are about equally long
 * within a section.
 */
export function splitPassages({ text, blocks }: AssembledText, unitsMax = passageUnitsMax): Passage[] {
  return sectionsOf(text, blocks).flatMap((section) => passagesOf(text, section, unitsMax))
}

function sectionsOf(text: string, blocks: readonly TextBlock[]): TextBlock[][] {
  const sections: TextBlock[][] = []
  let previous: TextBlock | null = null
  for (const block of blocks) {
    if (block.kind !== 'heading') {
      if (previous !== null && announces(text, previous, block)) sections.push(withLeadIn(sections, block))
      else if (previous !== null && belongTogether(previous, block)) sections.at(-1)?.push(block)
      else sections.push([block])
    }
    previous = block
  }
  return sections.filter(({ length }) => length > 0)
}

/** Whether a table is what the block before it ends with a colon for. */
function announces(text: string, previous: TextBlock, block: TextBlock): boolean {
  const isBefore = block.kind === 'table' && ['paragraph', 'list-item'].includes(previous.kind)
  return isBefore && previous.page === block.page && text.slice(previous.start, previous.end).endsWith(':')
}

/** The rows of a table say little without what announces it, which leaves its section. */
function withLeadIn(sections: readonly TextBlock[][], table: TextBlock): TextBlock[] {
  const leadIn = sections.at(-1)?.pop()
  return leadIn === undefined ? [table] : [leadIn, table]
}

function belongTogether(previous: TextBlock, block: TextBlock): boolean {
  const isApart = [previous.kind, block.kind].some((kind) => kind === 'heading' || kind === 'table')
  return !isApart && previous.page === block.page
}

function passagesOf(text: string, section: readonly TextBlock[], unitsMax: number): Passage[] {
  const [first] = section
  const last = section.at(-1)
  if (first === undefined || last === undefined) return []
  const units = section.flatMap((block) => unitsOf(text, block, unitsMax))
  const { headingPath, page } = first
  return pack(units, { length: last.end - first.start, unitsMax }).map((span) => ({
    ...span,
    headingPath,
    ...(page === undefined ? {} : { page }),
  }))
}

interface SectionSize {
  readonly length: number
  readonly unitsMax: number
}

/** Packs units in order into spans of about equal length, none longer than the maximum. */
function pack(units: readonly Span[], { length, unitsMax }: SectionSize): Span[] {
  const ideal = length / Math.ceil(length / unitsMax)
  const spans: Span[] = []
  let open: Span | null = null
  for (const unit of units) {
    if (open !== null && fits(open, unit, { length: ideal, unitsMax }))
      open = { start: open.start, end: unit.end }
    else {
      if (open !== null) spans.push(open)
      open = unit
    }
  }
  return open === null ? spans : [...spans, open]
}

function fits(open: Span, unit: Span, { length: ideal, unitsMax }: SectionSize): boolean {
  const [without, withUnit] = [open.end - open.start, unit.end - open.start]
  return withUnit <= unitsMax && Math.abs(withUnit - ideal) <= Math.abs(without - ideal)
}

function unitsOf(text: string, block: TextBlock, unitsMax: number): Span[] {
  if (block.end - block.start <= unitsMax) return [block]
  const whole = text.slice(block.start, block.end)
  const spans = block.kind === 'table' ? rowSpans(whole) : sentenceSpans(whole)
  return spans
    .flatMap((span) => cutLong(whole, span, unitsMax))
    .map((span) => trimmed(whole, span))
    .filter(({ start, end }) => end > start)
    .map(({ start, end }) => ({ start: block.start + start, end: block.start + end }))
}

function rowSpans(table: string): Span[] {
  let start = 0
  return table.split('\n').map((row) => {
    const span = { start, end: start + row.length }
    start = span.end + 1
    return span
  })
}

/** Splits an overlong sentence after the last white space that fits, else between characters. */
function cutLong(text: string, span: Span, unitsMax: number): Span[] {
  const pieces: Span[] = []
  let { start } = span
  while (span.end - start > unitsMax) {
    const window = text.slice(start, start + unitsMax)
    const space = window.search(/\s\S*$/)
    const end = start + (space > unitsMax / 2 ? space + 1 : wholeCharacters(window))
    pieces.push({ start, end })
    start = end
  }
  return [...pieces, { start, end: span.end }]
}

/** The length of a window that does not end within a surrogate pair. */
function wholeCharacters(window: string): number {
  return /[\ud800-\udbff]$/.test(window) ? window.length - 1 : window.length
}

function trimmed(text: string, { start, end }: Span): Span {
  const piece = text.slice(start, end)
  return {
    start: start + (piece.length - piece.trimStart().length),
    end: end - (piece.length - piece.trimEnd().length),
  }
}
