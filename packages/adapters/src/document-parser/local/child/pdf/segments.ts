import { listMarker } from '@portal/file-rules/list-marker'

/** Characters drawn by one operator of a page: same font, size and direction. Units are points. */
export interface GlyphRun {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly right: number
  readonly size: number
  readonly font: string
  /** Whether white space separates it from the run before. */
  readonly isAfterSpace: boolean
  /** Whether it is read from right to left. */
  readonly isRightToLeft?: boolean
}

/** Part of one line without wide gaps: running text or a table cell. Units are points. */
export interface Segment {
  readonly text: string
  readonly page: number
  readonly x: number
  readonly y: number
  readonly right: number
  readonly size: number
  /** The font of nearly all its characters, '' if mixed; names are unique within a file. */
  readonly font: string
  readonly isRightToLeft?: boolean
  /** The column of its page; lines are adjacent within a column only. */
  readonly column?: number
  /** A running header or footer before it was dropped, so the text before it is not adjacent. */
  readonly isAfterDropped?: true
  readonly isFootnote?: true
  /** The entry of the file's outline that it is, or begins. */
  readonly outline?: { readonly level: number; readonly entry: number }
}

/** Gaps wider than this (in font sizes) separate cells, not words. */
const gapOfCells = 1.8
/** Gaps wider than this may be the gutter between two columns whose lines are painted together. */
const gapOfColumns = 0.8
/** Baselines within this distance (in font sizes) are one line: superscripts, mixed fonts. */
const sameLine = 0.6
/** Share of characters that makes a line single-font, list marker aside. */
const pureFont = 0.9

type Word = Pick<GlyphRun, 'text' | 'x' | 'isAfterSpace'>

interface OpenSegment {
  words: Word[]
  x: number
  y: number
  right: number
  size: number
  /** Characters by size: raised numbers and large initials do not set a line's size. */
  sizes: Map<number, number>
  weights: Map<string, number>
  isRightToLeft: boolean
}

/**
 * Groups the runs of a page into segments, in painting order, cut wherever columns may be: see
 * {@link mergeSegments}.
 */
export function readSegments(runs: Iterable<GlyphRun>, page: number): Segment[] {
  const opened: OpenSegment[] = []
  let open: OpenSegment | null = null
  for (const run of runs) {
    if (open !== null && !isBeside(open, run, gapOfColumns)) open = null
    if (open === null) {
      const { x, y, size } = run
      open = { words: [], x, y, right: x, size, sizes: new Map(), weights: new Map(), isRightToLeft: false }
      opened.push(open)
    }
    extend(open, run)
  }
  return opened.map((segment) => closed(segment, page))
}

/**
 * Joins segments that only a wide space separates, once columns are known, unless further lines
 * have words beginning at the same position: these are cells of a table set close together.
 */
export function mergeSegments(segments: readonly Segment[]): Segment[] {
  const starts = cellStarts(segments)
  const merged: Segment[] = []
  for (const segment of segments) {
    const before = merged.at(-1)
    const isSame = before?.column === segment.column && before && isBeside(before, segment, gapOfCells)
    const isCell =
      (starts.get(positionOf(segment)) ?? 0) >= cellLinesMin && !isLeader.test(before?.text ?? '')
    if (before && isSame && !isCell) merged[merged.length - 1] = joined(before, segment)
    else merged.push(segment)
  }
  return merged
}

/** Fewer lines are alike by chance. */
const cellLinesMin = 3
/** The dots of a table of contents, which a number follows. */
const isLeader = /(?:\.\s?){4,}$/

/** How many lines have words that begin at a position, with others and a wide gap before them. */
function cellStarts(segments: readonly Segment[]): ReadonlyMap<string, number> {
  const starts = new Map<string, number>()
  segments.forEach((segment, at) => {
    const before = segments[at - 1]
    const isInLine = before && isBeside(before, segment, Number.POSITIVE_INFINITY)
    if (!isInLine || listMarker(before.text) === before.text) return
    const position = positionOf(segment)
    starts.set(position, (starts.get(position) ?? 0) + 1)
  })
  return starts
}

function positionOf({ page, x }: Segment): string {
  return `${page} ${Math.round(x)}`
}

function joined(before: Segment, next: Segment): Segment {
  const [longer, shorter] = before.text.length >= next.text.length ? [before, next] : [next, before]
  const isMarked = listMarker(before.text) === before.text && longer === next
  const isPure = isMarked || shorter.text.length <= longer.text.length * (1 - pureFont)
  const font = isPure || shorter.font === longer.font ? longer.font : ''
  const text = `${before.text} ${next.text}`
  const edges = { x: Math.min(before.x, next.x), right: Math.max(before.right, next.right) }
  return { ...before, ...edges, text, size: longer.size, font }
}

type Line = Pick<Segment, 'x' | 'y' | 'right' | 'size' | 'isRightToLeft'>

/** Whether what follows is beside a line: at its right or, from right to left, at its left. */
function isBeside(line: Line, next: Line, gap: number): boolean {
  const larger = Math.max(line.size, next.size)
  if (Math.abs(line.y - next.y) >= larger * sameLine) return false
  const isAfter = next.x > line.right - larger && next.x < line.right + larger * gap
  if (!line.isRightToLeft && !next.isRightToLeft) return isAfter
  return isAfter || (next.right < line.x + larger && next.right > line.x - larger * gap)
}

function extend(open: OpenSegment, run: GlyphRun): void {
  const { text, font, x, right, size, isAfterSpace } = run
  open.isRightToLeft ||= run.isRightToLeft === true
  const isMarker = open.words.length === 0 && listMarker(text) === text
  if (!isMarker) open.weights.set(font, (open.weights.get(font) ?? 0) + text.length)
  open.sizes.set(size, (open.sizes.get(size) ?? 0) + text.length)
  open.words.push({ text, x, isAfterSpace })
  open.x = Math.min(open.x, x)
  open.right = Math.max(open.right, right)
  open.size = Math.max(open.size, size)
}

function closed(
  { words, weights, sizes, size, isRightToLeft, ...position }: OpenSegment,
  page: number,
): Segment {
  const total = [...weights.values()].reduce((sum, characters) => sum + characters, 0)
  const font = [...weights].find(([, characters]) => characters >= total * pureFont)?.[0] ?? ''
  const usual = [...sizes].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? size
  const direction = isRightToLeft && { isRightToLeft }
  const text = (isRightToLeft ? withLatinForwards(words) : words)
    .map((word) => (word.isAfterSpace ? ` ${word.text}` : word.text))
    .join('')
  return { text: text.replace(/\s+/g, ' ').trim(), page, ...position, ...direction, size: usual, font }
}

const latin = /\p{Script=Latin}/u

/** Puts Latin words, which engines have in the order of a line from right to left, in their own. */
function withLatinForwards(words: readonly Word[]): Word[] {
  const ordered: Word[] = []
  for (let at = 0; at < words.length; ) {
    let end = at + 1
    while (end < words.length && isBefore(words[end], words[end - 1])) end++
    const run = words.slice(at, end)
    // The spaces stay between the same words.
    const spaces = run.map(({ isAfterSpace }) => isAfterSpace)
    const between = [spaces[0] ?? false, ...spaces.slice(1).toReversed()]
    ordered.push(
      ...run.toReversed().map((word, index) => ({ ...word, isAfterSpace: between[index] ?? false })),
    )
    at = end
  }
  return ordered
}

function isBefore(word: Word | undefined, next: Word | undefined): boolean {
  return word !== undefined && next !== undefined && word.x < next.x && [word, next].every(isLatin)
}

function isLatin({ text }: Word): boolean {
  return latin.test(text)
}
