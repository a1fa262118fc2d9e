import type { Segment } from './segments.ts'

/**
 * What makes two columns of running text, and not a table: lines on either side of a gutter that
 * nearly nothing crosses, filled to their column's width, each long enough to be prose.
 */
const prose = {
  linesMin: 5,
  filledShare: 0.55,
  charactersMin: 18,
  columnShareMin: 0.22,
  crossingShareMax: 0.4,
  /** Lines of prose begin within a sentence. */
  continuedShare: 0.25,
}
const columnsMax = 4
/** A line of both columns painted at once has runs of this length; a table cell's are longer. */
const paintedByLine = 1.6
const gutterStep = 2

interface Span {
  readonly left: number
  readonly right: number
}

/**
 * Orders the segments of a page by columns, if it has any, and numbers these. Painting order is
 * kept wherever it does not contradict: it alone knows the order of cells and of floating text.
 */
export function orderColumns(segments: readonly Segment[]): Segment[] {
  return numbered(split(segments, columnsMax))
}

function numbered(columns: readonly (readonly Segment[])[]): Segment[] {
  return columns.flatMap((lines, column) => lines.map((line) => ({ ...line, column })))
}

/** The segments as pieces that are read one after the other. */
function split(segments: readonly Segment[], columnsLeft: number): Segment[][] {
  const gutter = columnsLeft > 1 ? findGutter(segments) : null
  if (gutter === null) return [downwards(segments)]
  const bands = bandsOf(segments, gutter)
  return bands.flatMap(({ crossing, left, right }) => [
    ...(crossing.length > 0 ? [downwards(crossing)] : []),
    ...(left.length > 0 ? split(left, columnsLeft - 1) : []),
    ...(right.length > 0 ? split(right, columnsLeft - 1) : []),
  ])
}

function findGutter(segments: readonly Segment[]): number | null {
  if (segments.length < prose.linesMin * 2) return null
  const span = {
    left: Math.min(...segments.map(({ x }) => x)),
    right: Math.max(...segments.map(({ right }) => right)),
  }
  const width = span.right - span.left
  let best: { at: number; crossing: number } | null = null
  const from = span.left + width * prose.columnShareMin
  for (let at = from; at <= span.right - width * prose.columnShareMin; at += gutterStep) {
    const crossing = segments.filter(({ x, right }) => x < at && right > at).length
    if (best === null || crossing < best.crossing) best = { at, crossing }
  }
  if (best === null || best.crossing > segments.length * prose.crossingShareMax) return null
  const { at } = best
  const left = segments.filter(({ right }) => right <= at)
  const right = segments.filter(({ x }) => x >= at)
  const areColumns =
    isProse(left, { left: span.left, right: at }) && isProse(right, { left: at, right: span.right })
  return areColumns && !isTable(segments, at) ? at : null
}

function isProse(lines: readonly Segment[], column: Span): boolean {
  if (lines.length < prose.linesMin) return false
  const inner = {
    left: Math.min(...lines.map(({ x }) => x)),
    right: Math.max(...lines.map(({ right }) => right)),
  }
  const width = Math.max(inner.right - inner.left, (column.right - column.left) * 0.5)
  const full = lines.filter(
    ({ x, right, text }) => right - x >= width * prose.filledShare && text.length >= prose.charactersMin,
  )
  const continued = lines.filter(({ text }) => /^[\p{Ll}(]/u.test(text))
  return full.length >= lines.length * 0.5 && continued.length >= lines.length * prose.continuedShare
}

/** Cells are painted one by one, several lines each, and every row begins again at the left. */
function isTable(segments: readonly Segment[], gutter: number): boolean {
  const sides = segments
    .filter(({ x, right }) => right <= gutter || x >= gutter)
    .map(({ right }) => right <= gutter)
  const changes = sides.filter((side, index) => index > 0 && side !== sides[index - 1]).length
  const isPaintedByColumn = changes <= 4
  return !isPaintedByColumn && sides.length / (changes + 1) > paintedByLine
}

interface Band {
  readonly crossing: Segment[]
  readonly left: Segment[]
  readonly right: Segment[]
}

/** Lines across the gutter, such as a title, separate what is above them from what is below. */
function bandsOf(segments: readonly Segment[], gutter: number): Band[] {
  const crossing = segments.filter(({ x, right }) => x < gutter && right > gutter)
  const tops = crossing.map(({ y }) => y).toSorted((a, b) => b - a)
  const bandAt = (y: number) => tops.filter((top) => top >= y).length
  const bands = new Map<number, Band>()
  const open = (index: number) => {
    const band = bands.get(index) ?? { crossing: [], left: [], right: [] }
    bands.set(index, band)
    return band
  }
  for (const segment of segments) {
    const band = open(bandAt(segment.y))
    if (segment.right <= gutter) band.left.push(segment)
    else if (segment.x >= gutter) band.right.push(segment)
    else band.crossing.push(segment)
  }
  return [...bands].toSorted(([a], [b]) => a - b).map(([, band]) => band)
}

/** Share of steps upwards from which painting order is not reading order. */
const upwardsMax = 0.3

/** Painting order, unless it jumps about; then from top to bottom, line by line. */
function downwards(segments: readonly Segment[]): Segment[] {
  const upwards = segments.filter((segment, index) => {
    const previous = segments[index - 1]
    return previous !== undefined && segment.y > previous.y + segment.size && segment.x < previous.right
  })
  if (segments.length < 4 || upwards.length <= segments.length * upwardsMax) return [...segments]
  return segments.toSorted((a, b) => (Math.abs(a.y - b.y) < a.size * 0.4 ? a.x - b.x : b.y - a.y))
}
