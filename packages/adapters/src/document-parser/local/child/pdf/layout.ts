import type { Segment } from './segments.ts'

/** The usual style of a file, against which everything else is judged. */
export interface PageStyle {
  readonly bodySize: number
  readonly bodyFont: string
  /** Line spacing of running text, in font sizes. */
  readonly leading: number
}

/** Fewer lines that follow one another outside of the tables are titles and notes. */
const runningLinesMin = 3

/**
 * Determines the usual size, font and line spacing of a file's running text. Its tables may be set
 * in another style and have most of its words.
 */
export function usualStyle(segments: readonly Segment[]): PageStyle {
  const whole = styleOf(segments)
  const cells = rangesByIndex(findTables(segments, whole))
  if (cells.size === 0) return whole
  const outside = segments.filter((_, index) => !cells.has(index))
  const running = styleOf(outside)
  const followers = outside.filter((next, index) => {
    const line = outside[index - 1]
    const isBody = roundedSize(next.size) === running.bodySize && next.font === running.bodyFont
    return isBody && line !== undefined && isNextLine(line, next, running)
  })
  const isOther = running.bodySize !== whole.bodySize || running.bodyFont !== whole.bodyFont
  return isOther && followers.length >= runningLinesMin ? running : whole
}

function styleOf(segments: readonly Segment[]): PageStyle {
  const bodySize = heaviest(segments.map(({ size, text }) => [roundedSize(size), text.length])) ?? 0
  const body = segments.filter((segment) => roundedSize(segment.size) === bodySize)
  return {
    bodySize,
    bodyFont:
      heaviest(body.filter(({ font }) => font !== '').map(({ font, text }) => [font, text.length])) ?? '',
    leading: usualLeading(body),
  }
}

/** Rarer distances are not line spacing. */
const leadingShare = 0.15

/** The smallest common distance: the most frequent may be that of one-line paragraphs. */
function usualLeading(body: readonly Segment[]): number {
  const gaps = body.flatMap((segment, index) => {
    const previous = body[index - 1]
    if (previous === undefined || previous.page !== segment.page) return []
    const gap = Math.round(((previous.y - segment.y) / segment.size) * 10) / 10
    return gap > 0.8 && gap < 3 ? [gap] : []
  })
  const isCommon = (gap: number) => gaps.filter((other) => other === gap).length >= gaps.length * leadingShare
  return [...new Set(gaps)].toSorted((a, b) => a - b).find(isCommon) ?? 1.3
}

/** Sizes within half a point look alike. */
export function roundedSize(size: number): number {
  return Math.round(size * 2) / 2
}

function isSameColumn(line: Segment, next: Segment): boolean {
  return line.page === next.page && line.column === next.column
}

/** Whether `next` is the following line of the same piece of running text. */
export function isNextLine(line: Segment, next: Segment, style: PageStyle): boolean {
  if (
    !isSameColumn(line, next) ||
    line.isFootnote !== next.isFootnote ||
    Math.abs(line.size - next.size) > 0.08 * Math.max(line.size, next.size)
  )
    return false
  const gap = (line.y - next.y) / next.size
  const usual = next.size > style.bodySize * 1.1 ? Math.min(Math.max(style.leading, 1.4), 1.6) : style.leading
  return gap > 0.3 && gap <= usual * 1.2 + 0.1
}

/** Whether the segment is beside the previous one, as in the next cell of a table. */
export function isBeside(previous: Segment, next: Segment): boolean {
  if (!isSameColumn(previous, next) || next.x <= previous.x + next.size) return false
  return (
    next.y > previous.y - 0.6 * next.size &&
    (next.x >= previous.right || next.y > previous.y + 0.3 * next.size)
  )
}

/** Minimum sideways moves of a table, and the maximum segments between two. */
const tableTurns = { min: 2, apartMax: 14 }

/** Segments `[start, end)`. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** The range of each segment that is in one, by its index. */
export function rangesByIndex(ranges: readonly Range[]): ReadonlyMap<number, Range> {
  const byIndex = new Map<number, Range>()
  for (const range of ranges)
    for (let index = range.start; index < range.end; index++)
      if (!byIndex.has(index)) byIndex.set(index, range)
  return byIndex
}

/** The ranges of segments that are tables. */
export function findTables(segments: readonly Segment[], style: PageStyle): Range[] {
  const turns = segments.flatMap((segment, index) => {
    const previous = segments[index - 1]
    return previous !== undefined && isBeside(previous, segment) ? [index] : []
  })
  const runs: number[][] = []
  for (const turn of turns) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    const isNear = last !== undefined && turn - last <= tableTurns.apartMax
    if (isNear && segments[last]?.page === segments[turn]?.page && !isParted(segments, last, turn))
      run?.push(turn)
    else runs.push([turn])
  }
  const follows = (index: number) => {
    const [line, next] = [segments[index - 1], segments[index]]
    return line && next && line.font === next.font && isNextLine(line, next, style)
  }
  return runs
    .filter((run) => run.length >= tableTurns.min)
    .map((run) => {
      let start = (run[0] ?? 0) - 1
      let end = (run.at(-1) ?? 0) + 1
      while (start > 0 && follows(start)) start--
      while (end < segments.length && follows(end)) end++
      return { start, end }
    })
}

/** Fewer lines across the columns are a row that spans them. */
const partingLinesMin = 2
const partingSize = 1.12

/** Whether a heading or a paragraph stands between two cells: the second is of another table. */
function isParted(segments: readonly Segment[], last: number, turn: number): boolean {
  const [cell, next] = [segments[last], segments[turn]]
  if (!cell || !next) return false
  // The segment before a turn is the first cell of its row.
  const between = segments.slice(last + 1, turn - 1)
  const largest = Math.max(cell.size, next.size)
  const isAcross = ({ x, right, size }: Segment) =>
    [cell.x, next.x].every((edge) => x < edge - size && right > edge + size)
  return (
    between.some(({ outline, size }) => outline !== undefined || size > largest * partingSize) ||
    between.filter(isAcross).length >= partingLinesMin
  )
}

function heaviest<Key>(weighted: readonly (readonly [Key, number])[]): Key | undefined {
  const weights = new Map<Key, number>()
  for (const [key, weight] of weighted) weights.set(key, (weights.get(key) ?? 0) + weight)
  return [...weights].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}
