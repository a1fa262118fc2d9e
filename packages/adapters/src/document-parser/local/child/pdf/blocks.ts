import { listMarker } from '@portal/file-rules/list-marker'
import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import { joinCell, joinLines, learnWordBreaks, type WordBreaks } from '../join-lines.ts'
import type { FontLook } from './fonts.ts'
import { markFootnotes } from './footnotes.ts'
import { type Group, headingLevels } from './headings.ts'
import { joinAcrossPages, type ReadBlock } from './join-pages.ts'
import { findTables, isBeside, isNextLine, type PageStyle, rangesByIndex, usualStyle } from './layout.ts'
import { markOutline, type OutlineEntry } from './outline.ts'
import type { Segment } from './segments.ts'

/** What is known of a file beyond its lines. */
export interface FileFacts {
  readonly fonts: ReadonlyMap<string, FontLook>
  readonly outline: readonly OutlineEntry[]
}

/** The blocks of segments, which are in reading order. */
export function blocksOfSegments(read: readonly Segment[], { fonts, outline }: FileFacts): ParsedBlock[] {
  const style = usualStyle(read)
  const breaks = learnWordBreaks(read.map((segment) => segment.text))
  const segments = markFootnotes(markOutline(mergeMarkers(read), outline), style)
  const groups = groupLines(segments, style)
  const levels = headingLevels(groups, { style, fonts })
  const blocks = groups.map((group, index): ReadBlock => {
    const block = readBlock(group, levels[index] ?? null, { style, breaks })
    return { ...block, ...positionOf(group.lines[0]) }
  })
  return joinAcrossPages(blocks, breaks)
}

function positionOf(first: Segment | undefined) {
  return {
    ...(first && { page: first.page }),
    column: first?.column ?? 0,
    isFootnote: first?.isFootnote === true,
    isAfterDropped: first?.isAfterDropped === true,
  }
}

interface TextRules {
  readonly style: PageStyle
  readonly breaks: WordBreaks
}

function readBlock(group: Group, level: number | null, { breaks, style }: TextRules): ParsedBlock {
  if (group.isTable) return { kind: 'table', text: tableText(group.lines, style, breaks) }
  const text = joinLines(textsOf(group.lines), breaks)
  if (level !== null) return { kind: 'heading', text, level }
  return { kind: listMarker(text) === null ? 'paragraph' : 'list-item', text }
}

function textsOf(lines: readonly Segment[]): string[] {
  return lines.map((line) => line.text)
}

/** Merges a marker set apart from its item ("1.", a wide gap, the text) into it. */
function mergeMarkers(segments: readonly Segment[]): Segment[] {
  const merged: Segment[] = []
  for (const segment of segments) {
    const previous = merged.at(-1)
    const isItem =
      previous !== undefined && listMarker(previous.text) === previous.text && isBeside(previous, segment)
    if (isItem)
      merged[merged.length - 1] = { ...segment, text: `${previous.text} ${segment.text}`, x: previous.x }
    else merged.push(segment)
  }
  return merged
}

function groupLines(segments: readonly Segment[], style: PageStyle): Group[] {
  const tables = rangesByIndex(findTables(segments, style))
  const groups: Group[] = []
  segments.forEach((segment, index) => {
    const table = tables.get(index)
    const open = groups.at(-1)
    const joins =
      table === undefined
        ? open?.isTable === false && continuesText(open.lines, segment, style)
        : open?.isTable === true && index > table.start
    if (joins) open?.lines.push(segment)
    else groups.push({ isTable: table !== undefined, lines: [segment] })
  })
  return groups
}

function continuesText(lines: readonly Segment[], next: Segment, style: PageStyle): boolean {
  const line = lines.at(-1)
  if (line === undefined || line.outline?.entry !== next.outline?.entry) return false
  if (next.outline !== undefined) return true
  if (!isNextLine(line, next, style) || listMarker(next.text) !== null) return false
  const isOtherFont =
    line.font !== '' && line.font !== next.font && lines.every(({ font }) => font === line.font)
  if (isOtherFont && line.font !== style.bodyFont && !endsMidSentence(line.text)) return false
  const isIndented = next.x > line.x + 0.8 * next.size && /[.!?:;]$/.test(line.text) && lines.length > 1
  return !isIndented
}

/** A bold line ending in a comma or function word continues on the next, whatever its font. */
function endsMidSentence(text: string): boolean {
  return /[,;–—-]$|\s(?:a|an|the|of|and|or|to|in|for|with|by|on)$/i.test(text)
}

/** Cells in file order, separated by tabs; one further left than its predecessor starts a row. */
function tableText(lines: readonly Segment[], style: PageStyle, breaks: WordBreaks): string {
  const cells: Segment[][] = []
  for (const line of lines) {
    const cell = cells.at(-1)
    const last = cell?.at(-1)
    if (cell !== undefined && last !== undefined && isNextLine(last, line, style)) cell.push(line)
    else cells.push([line])
  }
  return cells.reduce((text, cell, index) => {
    const words = joinCell(textsOf(cell), breaks)
    const [x, previousX] = [cell[0]?.x ?? 0, cells[index - 1]?.[0]?.x ?? 0]
    if (index === 0) return words
    return `${text}${x > previousX + 1 ? '\t' : '\n'}${words}`
  }, '')
}
