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
/** Lines at an edge that may be headers or footers. */
const edgeLinesMax = 5
/** Share of pages (three at least) that makes a repeated line running. */
const runningShare = 0.4
/** Facing pages differ, chapters have headers of their own: fewer pages in a row suffice. */
const everyOther = 0.5

/**
 * Drops running headers, footers and page numbers (digits count as equal). Files under three pages
 * keep everything, as do pages of nothing else: identical forms are not headers.
 */
export function dropRunningLines(pages: readonly PageSegments[]): Segment[] {
  const pagesWith = new Map<string, number>()
  for (const page of pages)
    for (const key of new Set(edgesOf(page).flat().map(runningKey)))
      pagesWith.set(key, (pagesWith.get(key) ?? 0) + 1)
  const pagesMin = Math.max(3, pages.length * runningShare * (pages.length > 8 ? everyOther : 1))
  const isRunning = (segment: Segment) => (pagesWith.get(runningKey(segment)) ?? 0) >= pagesMin
  const within = textsWithin(pages)
  const kept: Segment[] = []
  let isAfterDropped = false
  for (const page of pages) {
    const edges = page.segments.every(isRunning) ? [] : edgesOf(page)
    const found = edges.map((edge) => edge.slice(0, countWhile(edge, isRunning)))
    const running = new Set(found.filter((lines) => !isTableHead(lines, within)).flat())
    for (const segment of page.segments) {
      if (!running.has(segment)) kept.push(isAfterDropped ? { ...segment, isAfterDropped } : segment)
      isAfterDropped = running.has(segment)
    }
  }
  return kept
}

/** Texts away from the edges of some page. */
function textsWithin(pages: readonly PageSegments[]): ReadonlySet<string> {
  return new Set(
    pages.flatMap((page) => {
      const edges = new Set(edgesOf(page).flat())
      return page.segments.filter((segment) => !edges.has(segment)).map(({ text }) => text)
    }),
  )
}

/** The head of a table that goes on over pages begins within one of them. */
function isTableHead(lines: readonly Segment[], within: ReadonlySet<string>): boolean {
  return lines.length >= 3 && lines.every(({ text }) => within.has(text))
}

function edgesOf({ segments, box }: PageSegments): [Segment[], Segment[]] {
  const height = box.top - box.bottom
  const top = segments.filter(({ y }) => y > box.top - height * edgeShare)
  const bottom = segments.filter(({ y }) => y < box.bottom + height * edgeShare)
  return [firstLines(top.toSorted((a, b) => b.y - a.y)), firstLines(bottom.toSorted((a, b) => a.y - b.y))]
}

function firstLines(segments: readonly Segment[]): Segment[] {
  const lines = new Set<number>()
  return segments.filter(({ y }) => {
    lines.add(Math.round(y / 3))
    return lines.size <= edgeLinesMax
  })
}

function countWhile<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  const end = items.findIndex((item) => !holds(item))
  return end === -1 ? items.length : end
}

function runningKey({ text, y }: Segment): string {
  const words = pageNumber.test(text) ? '#' : text.replace(/\d+/g, '#')
  return `${Math.round(y / 3)} ${words}`
}
