import { findTables, type PageStyle, rangesByIndex } from './layout.ts'
import type { Segment } from './segments.ts'

/** Footnotes are this much smaller than the body, and in this lower share of the page's text. */
const smaller = 0.93
const lowerShare = 0.5
/** Before a lower-case letter there is no marker: the line goes on with a word. */
const marker = /^(?:(?:\d{1,3}|[*†‡§¶]{1,3})(?=[.)\s\p{Lu}“"‘(])|[a-z](?=\s?\p{Lu}|[.)“"‘(]))/u

/** Small lines further below the text than this (in their size) are notes without a number, too. */
const gapMin = 1.6

/**
 * Marks footnotes: small lines at the foot of a column, the first with a number or set apart, which
 * are no table.
 */
export function markFootnotes(segments: readonly Segment[], style: PageStyle): Segment[] {
  const tables = rangesByIndex(findTables(segments, style))
  const cells = new Set(segments.filter((_, index) => tables.has(index)))
  const notes = new Set<Segment>()
  for (const page of Map.groupBy(segments, ({ page, column }) => `${page} ${column ?? 0}`).values()) {
    const middle = middleOf(page)
    const isSmall = (line: Segment) => line.size <= style.bodySize * smaller && line.y < middle
    let begin = page.length
    for (let at = page.length - 1; at >= 0; at--) {
      const segment = page[at]
      if (segment === undefined || cells.has(segment) || !isSmall(segment)) break
      const above = page[at - 1]
      const isApart = above !== undefined && !isSmall(above) && above.y - segment.y > segment.size * gapMin
      if (marker.test(segment.text) || isApart) begin = at
    }
    // A page without body text above has no notes on it.
    if (begin > 0) for (const segment of page.slice(begin)) notes.add(segment)
  }
  return segments.map((segment) => (notes.has(segment) ? { ...segment, isFootnote: true } : segment))
}

function middleOf(page: readonly Segment[]): number {
  const heights = page.map(({ y }) => y).filter((y) => y > -1_000)
  const [low, high] = [Math.min(...heights), Math.max(...heights)]
  return low + (high - low) * lowerShare
}
