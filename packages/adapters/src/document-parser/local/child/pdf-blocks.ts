import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import { listMarker } from '../../list-marker.ts'
import { joinLines, learnWordBreaks, type WordBreaks } from './join-lines.ts'
import { joinAcrossPages, type ReadBlock } from './join-pages.ts'
import { findTables, isBeside, isNextLine, type PageStyle, roundedSize, usualStyle } from './pdf-layout.ts'
import type { Segment } from './pdf-segments.ts'

/** Text larger than the body by this factor is a heading. */
const headingFactor = 1.12
const headingLength = { bySize: 240, byFont: 120 }

interface Group {
  readonly isTable: boolean
  readonly lines: Segment[]
}

/** The blocks of segments. `isCode` identifies fixed-width fonts, which never mark headings. */
export function blocksOfSegments(
  segments: readonly Segment[],
  isCode: (font: string) => boolean,
): ParsedBlock[] {
  const style = usualStyle(segments)
  const breaks = learnWordBreaks(segments.map((segment) => segment.text))
  const groups = groupLines(mergeMarkers(segments), style)
  const rules = { style, isCode, levels: headingLevels(groups, style) }
  const blocks = groups.map((group, index): ReadBlock => {
    const first = group.lines[0]
    const position = { ...(first && { page: first.page }), isAfterDropped: first?.isAfterDropped === true }
    if (group.isTable) return { kind: 'table', text: tableText(group.lines, style, breaks), ...position }
    const text = joinLines(textsOf(group.lines), breaks)
    const level = index === groups.length - 1 ? null : headingLevel(group, text, rules)
    if (level !== null) return { kind: 'heading', text, level, ...position }
    return { kind: listMarker(text) === null ? 'paragraph' : 'list-item', text, ...position }
  })
  return joinAcrossPages(blocks, breaks)
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
  const tables = findTables(segments, style)
  const groups: Group[] = []
  segments.forEach((segment, index) => {
    const table = tables.find(({ start, end }) => index >= start && index < end)
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
  if (line === undefined || !isNextLine(line, next, style) || listMarker(next.text) !== null) return false
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

function headingLevels(groups: readonly Group[], style: PageStyle): number[] {
  const sizes = groups
    .filter((group) => !group.isTable && isLarge(group, style))
    .map((group) => roundedSize(group.lines[0]?.size ?? 0))
  return [...new Set(sizes)].toSorted((a, b) => b - a)
}

function isLarge(group: Group, style: PageStyle): boolean {
  return group.lines.every((line) => line.size >= style.bodySize * headingFactor)
}

interface HeadingRules {
  readonly style: PageStyle
  readonly levels: readonly number[]
  readonly isCode: (font: string) => boolean
}

function headingLevel(group: Group, text: string, { style, levels, isCode }: HeadingRules): number | null {
  if (!/\p{L}/u.test(text)) return null
  if (isLarge(group, style) && text.length <= headingLength.bySize)
    return Math.min(6, levels.indexOf(roundedSize(group.lines[0]?.size ?? 0)) + 1)
  const stands = group.lines.every(
    ({ font, size }) =>
      font !== '' && font !== style.bodyFont && !isCode(font) && size >= style.bodySize * 0.95,
  )
  const isShort = group.lines.length <= 2 && text.length <= headingLength.byFont
  const reads = !/[.,;:!]$/.test(text) && !/^[•◦▪‣–*-]/u.test(text)
  return stands && isShort && reads ? Math.min(6, levels.length + 1) : null
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
    const words = joinLines(textsOf(cell), breaks)
    const [x, previousX] = [cell[0]?.x ?? 0, cells[index - 1]?.[0]?.x ?? 0]
    if (index === 0) return words
    return `${text}${x > previousX + 1 ? '\t' : '\n'}${words}`
  }, '')
}
