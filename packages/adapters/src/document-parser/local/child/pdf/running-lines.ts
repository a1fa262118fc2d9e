import type { PageBox } from './page-glyphs.ts'
import type { Segment } from './segments.ts'

const pageNumber = /^[^\p{L}\p{N}]*(?:\d+|[ivxlc]+)[^\p{L}\p{N}]*$/iu

/** A page's segments with the box that they are in. */
export interface PageSegments {
  readonly segments: readonly Segment[]
  readonly box: PageBox
}

/** Share of the height, at the top and the bottom, where headers and footers are. */
const edgeShare = 0.17
/** Of so few pages, a repeated line is running only beside a page number. */
const pagesFewMax = 2
/** Lines at an edge that may be headers or footers. */
const edgeLinesMax = 5
/** Share of pages (three at least, or both) that makes a repeated line running. */
const runningShare = 0.4
/** Facing pages differ, chapters have headers of their own: fewer pages in a row suffice. */
const everyOther = 0.5

/**
 * Drops running headers, footers and page numbers (digits count as equal). A file of two pages
 * keeps what has no page number. Pages that are alike beyond their edges keep everything: identical
 * forms, numbered lines.
 */
export function dropRunningLines(pages: readonly PageSegments[]): Segment[] {
  const pagesWith = new Map<string, number>()
  for (const { segments } of pages)
    for (const key of new Set(segments.map(runningKey))) pagesWith.set(key, (pagesWith.get(key) ?? 0) + 1)
  const share = pages.length > 8 ? runningShare * everyOther : runningShare
  const pagesMin = pages.length <= pagesFewMax ? pagesFewMax : Math.max(3, pages.length * share)
  const isRunning = (segment: Segment) => (pagesWith.get(runningKey(segment)) ?? 0) >= pagesMin
  const within = textsWithin(pages)
  const kept: Segment[] = []
  let isAfterDropped = false
  for (const page of pages) {
    const found = runsAtEdges(page, isRunning).filter((lines) => !isTableHead(lines, within))
    const isSure = pages.length > pagesFewMax || isNumbered(found.flat(), pages)
    const running = new Set(isSure ? found.flat() : [])
    for (const segment of page.segments) {
      if (!running.has(segment)) kept.push(isAfterDropped ? { ...segment, isAfterDropped } : segment)
      isAfterDropped = running.has(segment)
    }
  }
  return kept
}

/** Whether a text is on many pages, its digits aside: a header, a stamp, a page number. */
export function repeatedTexts(pages: readonly PageSegments[]): (text: string) => boolean {
  const pagesWith = new Map<string, number>()
  for (const { segments } of pages)
    for (const words of new Set(segments.map(({ text }) => wordsOf(text))))
      pagesWith.set(words, (pagesWith.get(words) ?? 0) + 1)
  return (text) => (pagesWith.get(wordsOf(text)) ?? 0) >= Math.max(3, pages.length * runningShare)
}

/** The running segments at the top and at the bottom, unless they go on beyond the edge. */
function runsAtEdges(
  { segments, box }: PageSegments,
  isRunning: (segment: Segment) => boolean,
): readonly (readonly Segment[])[] {
  const downwards = segments.toSorted((a, b) => b.y - a.y)
  return [downwards, downwards.toReversed()].map((lines) => {
    const end = lines.findIndex((segment) => !isRunning(segment))
    const run = end === -1 ? [] : lines.slice(0, end)
    const isWithinEdge = run.every((segment) => isAtEdge(segment, box)) && linesOf(run) <= edgeLinesMax
    return isWithinEdge ? run : []
  })
}

function isAtEdge({ y }: Segment, { top, bottom }: PageBox): boolean {
  const height = (top - bottom) * edgeShare
  return y > top - height || y < bottom + height
}

function linesOf(segments: readonly Segment[]): number {
  return new Set(segments.map(({ y }) => Math.round(y / 3))).size
}

/** Texts away from the edges of some page. */
function textsWithin(pages: readonly PageSegments[]): ReadonlySet<string> {
  return new Set(
    pages.flatMap(({ segments, box }) =>
      segments.filter((segment) => !isAtEdge(segment, box)).map(({ text }) => text),
    ),
  )
}

/** Whether a part of the run differs from page to page by its number, as "Page 1 of 2" does. */
function isNumbered(lines: readonly Segment[], pages: readonly PageSegments[]): boolean {
  const others = new Set(pages.flatMap(({ segments }) => segments.map(({ text, page }) => `${page} ${text}`)))
  return lines.some(({ text, page }) => {
    const other = page === 1 ? 2 : page - 1
    const there = text.replace(/\d+/, (number) => (Number(number) === page ? String(other) : number))
    return there !== text && others.has(`${other} ${there}`)
  })
}

/** The head of a table that goes on over pages begins within one of them. */
function isTableHead(lines: readonly Segment[], within: ReadonlySet<string>): boolean {
  return lines.length >= 3 && lines.every(({ text }) => within.has(text))
}

function runningKey({ text, y }: Segment): string {
  return `${Math.round(y / 3)} ${wordsOf(text)}`
}

function wordsOf(text: string): string {
  return pageNumber.test(text) ? '#' : text.replace(/\d+/g, '#')
}
