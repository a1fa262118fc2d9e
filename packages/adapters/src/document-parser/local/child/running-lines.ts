import type { Segment } from './pdf-segments.ts'

/** Segments from the top or bottom of a page that may be headers or footers. */
const edgePieces = 12
/** Share of pages (three at least) that makes a repeated line running. */
const runningShare = 0.4

/**
 * Drops running headers, footers, page numbers (digits count as equal) and repeated table heads,
 * which interrupt sentences. Files under three pages keep everything, as do pages of nothing else:
 * identical forms are not headers.
 */
export function dropRunningLines(pages: readonly (readonly Segment[])[]): Segment[] {
  const pagesWith = new Map<string, number>()
  for (const page of pages)
    for (const key of new Set(edgesOf(page).flat().map(runningKey)))
      pagesWith.set(key, (pagesWith.get(key) ?? 0) + 1)
  const pagesMin = Math.max(3, pages.length * runningShare)
  const isRunning = (segment: Segment) => (pagesWith.get(runningKey(segment)) ?? 0) >= pagesMin
  const kept: Segment[] = []
  let isAfterDropped = false
  for (const page of pages) {
    const edges = page.every(isRunning) ? [] : edgesOf(page)
    const running = new Set(edges.flatMap((edge) => edge.slice(0, countWhile(edge, isRunning))))
    for (const segment of page) {
      if (!running.has(segment)) kept.push(isAfterDropped ? { ...segment, isAfterDropped } : segment)
      isAfterDropped = running.has(segment)
    }
  }
  return kept
}

function edgesOf(page: readonly Segment[]): [Segment[], Segment[]] {
  const byHeight = page.toSorted((a, b) => b.y - a.y)
  return [byHeight.slice(0, edgePieces), byHeight.slice(-edgePieces).reverse()]
}

function countWhile<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  const end = items.findIndex((item) => !holds(item))
  return end === -1 ? items.length : end
}

function runningKey({ text, y }: Segment): string {
  return `${Math.round(y / 3)} ${text.replace(/\d+/g, '#')}`
}
