import type { FontLook } from './fonts.ts'
import { type PageStyle, roundedSize } from './layout.ts'
import { headingFactor, lookOf, type OutlineStyles, outlineStyles } from './outline-styles.ts'
import type { Segment } from './segments.ts'

/** Lines that are one piece of text, or one table. */
export interface Group {
  readonly isTable: boolean
  readonly lines: Segment[]
}

const headingLength = { bySize: 240, byFont: 120 }
/** Shares of the body's size: headings by their font have the first, small bold ones the second. */
const sizeByFont = { usual: 0.95, small: 0.7 }
/** "Table 4: …", "(Source: …)" */
const caption = /^(?:table|figure|fig\.)\s+\w+\s*[:.–—-]|^\(.*\)$/i

/** What makes a group a heading. */
type Look = 'outline' | 'size' | 'font' | 'small font' | null

interface HeadingRules {
  readonly style: PageStyle
  readonly fonts: ReadonlyMap<string, FontLook>
}

/** The level of each group that is a heading. */
export function headingLevels(groups: readonly Group[], rules: HeadingRules): (number | null)[] {
  const large = groups.filter((group) => !group.isTable && isLarge(group, rules.style))
  const sizes = [...new Set(large.map(({ lines }) => roundedSize(lines[0]?.size ?? 0)))]
  const looks = groups.map((_, at) => lookAt(groups, at, rules))
  const outline = outlineStyles(groups.flatMap(({ lines }) => lines))
  const byLook = levelsByLook(sizes, looks)
  return groups.map(({ lines: [first] }, at) => {
    const look = looks[at] ?? null
    return first === undefined || look === null ? null : belowOutline(first, byLook(first, look), outline)
  })
}

function levelsByLook(sizes: readonly number[], looks: readonly Look[]) {
  const descending = sizes.toSorted((a, b) => b - a)
  const byFont = descending.length + 1
  const small = looks.includes('font') ? byFont + 1 : byFont
  return ({ size }: Segment, look: Look): number => {
    if (look === 'size') return descending.indexOf(roundedSize(size)) + 1
    return look === 'font' ? byFont : small
  }
}

/** With levels in the outline, other headings are as deep as what looks like them, or deeper. */
function belowOutline(first: Segment, level: number, { levels, deepest, below }: OutlineStyles): number {
  if (first.outline !== undefined) return Math.min(6, first.outline.level + below)
  const hasLevels = deepest > 0 && !(below > 0 && level === 1)
  return Math.min(6, hasLevels ? (levels.get(lookOf(first)) ?? Math.max(level, deepest + 1)) : level)
}

function lookAt(groups: readonly Group[], at: number, rules: HeadingRules): Look {
  const [group, after] = [groups[at], groups[at + 1]]
  const [first] = group?.lines ?? []
  // Nothing follows the last one, so it is the heading of nothing.
  if (!group || !first || !after || group.isTable) return null
  const text = group.lines.map((line) => line.text).join(' ')
  if (!/\p{L}/u.test(text)) return null
  if (first.outline !== undefined) return 'outline'
  if (first.isFootnote) return null
  if (isLarge(group, rules.style) && text.length <= headingLength.bySize) return 'size'
  const isShort = group.lines.length <= 2 && text.length <= headingLength.byFont
  const reads = isShort && !/[.,;:!]$/.test(text) && !/^[•◦▪‣–*-]/u.test(text)
  if (!reads || !group.lines.every((line) => standsOut(line, rules)) || isColumnHead(groups, at)) return null
  if (group.lines.every(({ size }) => size >= rules.style.bodySize * sizeByFont.usual)) return 'font'
  return isSmallHeading(groups, at, rules) && !caption.test(text) ? 'small font' : null
}

function isLarge(group: Group, style: PageStyle): boolean {
  return group.lines.every((line) => line.size >= style.bodySize * headingFactor)
}

function standsOut({ font }: Segment, { style, fonts }: HeadingRules): boolean {
  const look = fonts.get(font)
  const isPlain = look === undefined || look.isFixedWidth || look.isItalic
  return font !== '' && font !== style.bodyFont && !isPlain
}

/**
 * A small bold line is a heading if nothing is beside it, and text of the body's size follows, or
 * what is smaller still.
 */
function isSmallHeading(groups: readonly Group[], at: number, { style, fonts }: HeadingRules): boolean {
  const [line, above, after] = [groups[at]?.lines[0], groups[at - 1]?.lines.at(-1), groups[at + 1]]
  const next = after?.lines[0]
  if (line === undefined || next === undefined || isInLine(above, line)) return false
  const isBold = (segment: Segment) => fonts.get(segment.font)?.isBold === true
  if (!isBold(line) || line.size < style.bodySize * sizeByFont.small) return false
  const isText = next.size >= style.bodySize * sizeByFont.usual && !isBold(next) && !after?.isTable
  const isAbove = isText || line.size >= next.size * headingFactor
  return isAbove && next.page === line.page && next.column === line.column && next.y < line.y - line.size
}

/** Whether words in its font are beside it, as in the head of a table that has no rows. */
function isColumnHead(groups: readonly Group[], at: number): boolean {
  const [first, last] = [groups[at]?.lines[0], groups[at]?.lines.at(-1)]
  const isBesideIt = (line: Segment | undefined, next: Segment | undefined) =>
    line !== undefined && next !== undefined && line.column === next.column && isInLine(line, next)
  const isAlike = (other: Segment | undefined) =>
    other?.font === first?.font && /\p{L}/u.test(other?.text ?? '')
  const [above, below] = [groups[at - 1]?.lines.at(-1), groups[at + 1]?.lines[0]]
  return (isAlike(above) && isBesideIt(above, first)) || (isAlike(below) && isBesideIt(last, below))
}

function isInLine(line: Segment | undefined, next: Segment): boolean {
  return line?.page === next.page && Math.abs(line.y - next.y) < next.size
}
