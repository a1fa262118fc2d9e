import { listMarker } from '@portal/file-rules/list-marker'
import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import { joinLines, learnWordBreaks, type WordBreaks } from '../join-lines.ts'
import type { FontLook } from './fonts.ts'
import { markFootnotes } from './footnotes.ts'
import { joinAcrossPages, type ReadBlock } from './join-pages.ts'
import { findTables, isBeside, isNextLine, type PageStyle, roundedSize, usualStyle } from './layout.ts'
import { markOutline, type OutlineEntry } from './outline.ts'
import type { Segment } from './segments.ts'

/** Text larger than the body by this factor is a heading. */
const headingFactor = 1.12
const headingLength = { bySize: 240, byFont: 120 }

interface Group {
  readonly isTable: boolean
  readonly lines: Segment[]
}

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
  const rules = { style, fonts, levels: headingLevels(groups, style), outline: outlineStyles(segments) }
  const blocks = groups.map((group, index): ReadBlock => {
    const block = readBlock(group, index === groups.length - 1, { ...rules, breaks })
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

function readBlock(group: Group, isLast: boolean, rules: HeadingRules & { breaks: WordBreaks }): ParsedBlock {
  const { breaks, style } = rules
  if (group.isTable) return { kind: 'table', text: tableText(group.lines, style, breaks) }
  const text = joinLines(textsOf(group.lines), breaks)
  const level = isLast ? null : headingLevel(group, text, rules)
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
  readonly fonts: ReadonlyMap<string, FontLook>
  readonly outline: OutlineStyles
}

/** The looks of the headings that the outline names, and the deepest level that it has. */
interface OutlineStyles {
  readonly levels: ReadonlyMap<string, number>
  readonly deepest: number
  /** 1 below a title that the outline does not name, else 0. */
  readonly below: number
}

function outlineStyles(segments: readonly Segment[]): OutlineStyles {
  const levels = new Map<string, number>()
  const named = segments.filter(({ outline }) => outline !== undefined)
  const largest = Math.max(0, ...named.map(({ size }) => size))
  const before = named[0] === undefined ? [] : segments.slice(0, segments.indexOf(named[0]))
  const below = before.some(({ size }) => size > largest * headingFactor) ? 1 : 0
  for (const { outline, ...segment } of named)
    levels.set(lookOf(segment), Math.min(6, (outline?.level ?? 1) + below))
  return { levels, deepest: Math.max(0, ...levels.values()), below }
}

function lookOf({ size, font }: Segment): string {
  return `${roundedSize(size)} ${font}`
}

function headingLevel(group: Group, text: string, rules: HeadingRules): number | null {
  const [first] = group.lines
  if (first === undefined || !/\p{L}/u.test(text)) return null
  const { below } = rules.outline
  if (first.outline !== undefined) return Math.min(6, first.outline.level + below)
  if (first.isFootnote) return null
  const level = levelByLook(group, text, rules)
  if (level === null) return null
  // Where the outline tells levels, other headings are as deep as what looks like them, or deeper.
  const { levels, deepest } = rules.outline
  if (deepest === 0 || (below > 0 && level === 1)) return level
  return Math.min(6, levels.get(lookOf(first)) ?? Math.max(level, deepest + 1))
}

function levelByLook(group: Group, text: string, { style, levels, fonts }: HeadingRules): number | null {
  if (isLarge(group, style) && text.length <= headingLength.bySize)
    return Math.min(6, levels.indexOf(roundedSize(group.lines[0]?.size ?? 0)) + 1)
  const stands = group.lines.every(({ font, size }) => {
    const look = fonts.get(font)
    const isPlain = look === undefined || look.isFixedWidth || look.isItalic
    return font !== '' && font !== style.bodyFont && !isPlain && size >= style.bodySize * 0.95
  })
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
