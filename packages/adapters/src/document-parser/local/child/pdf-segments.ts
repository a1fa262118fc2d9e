import { listMarker } from '../../list-marker.ts'

/** A text item of pdf.js: transform to page units (origin bottom left), width, font. */
export interface PdfTextItem {
  readonly str: string
  readonly transform: readonly number[]
  readonly width: number
  readonly fontName: string
  readonly hasEOL: boolean
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
  /** A running header or footer before it was dropped, so the text before it is not adjacent. */
  readonly isAfterDropped?: true
}

/** Gaps wider than this (in font sizes) separate cells, not words. */
const gapOfCells = 1.8
/** Baselines within this distance (in font sizes) are one line: superscripts, mixed fonts. */
const sameLine = 0.6
/** Share of characters that makes a line single-font, list marker aside. */
const pureFont = 0.9

interface OpenSegment {
  text: string
  x: number
  y: number
  right: number
  size: number
  weights: Map<string, number>
}

/** Groups the items of a page into segments, in painting order. */
export function readSegments(items: Iterable<PdfTextItem>, page: number): Segment[] {
  const opened: OpenSegment[] = []
  let open: OpenSegment | null = null
  for (const item of items) {
    const at = positionOf(item)
    if (open !== null && !continues(open, item, at)) open = null
    if (item.str.trim() !== '') {
      const isFirst = open === null
      open ??= { text: '', x: at.x, y: at.y, right: at.x, size: 0, weights: new Map() }
      if (isFirst) opened.push(open)
      extend(open, item, at)
    } else if (open !== null && item.str !== '') open.text += ' '
    if (item.hasEOL) open = null
  }
  return opened.map((segment) => closed(segment, page))
}

interface Position {
  readonly x: number
  readonly y: number
  readonly size: number
}

function positionOf({ transform }: PdfTextItem): Position {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform
  return { x, y, size: Math.hypot(c, d) || Math.hypot(a, b) }
}

function continues(open: OpenSegment, item: PdfTextItem, { x, y, size }: Position): boolean {
  if (item.str === '' || (item.str.trim() === '' && item.width <= open.size * gapOfCells)) return true
  const larger = Math.max(open.size, size)
  if (item.str.trim() === '') return false
  return (
    Math.abs(open.y - y) < larger * sameLine &&
    x > open.right - larger &&
    x < open.right + larger * gapOfCells
  )
}

function extend(open: OpenSegment, { str, width, fontName }: PdfTextItem, { x, size }: Position): void {
  const isMarker = open.text === '' && listMarker(str) === str
  if (!isMarker) open.weights.set(fontName, (open.weights.get(fontName) ?? 0) + str.length)
  open.text += str
  open.right = x + width
  open.size = Math.max(open.size, size)
}

function closed({ text, weights, ...position }: OpenSegment, page: number): Segment {
  const total = [...weights.values()].reduce((sum, characters) => sum + characters, 0)
  const font = [...weights].find(([, characters]) => characters >= total * pureFont)?.[0] ?? ''
  return { text: text.replace(/\s+/g, ' ').trim(), page, ...position, font }
}
