import type { PageStyle } from './layout.ts'
import type { Segment } from './segments.ts'

/** Footnotes are this much smaller than the body, and in this lower share of the page's text. */
const smaller = 0.93
const lowerShare = 0.5
const marker = /^(?:\d{1,3}|[*†‡§¶]{1,3}|[a-z])(?=[.)\s\p{L}“"‘(])/u

/** Small lines further below the text than this (in their size) are notes without a number, too. */
const gapMin = 1.6

/** Marks footnotes: small lines at the foot of a column, the first with a number or set apart. */
export function markFootnotes(segments: readonly Segment[], { bodySize }: PageStyle): Segment[] {
  const notes = new Set<Segment>()
  for (const page of Map.groupBy(segments, ({ page, column }) => `${page} ${column ?? 0}`).values()) {
    const middle = middleOf(page)
    const isSmall = ({ size, y }: Segment) => size <= bodySize * smaller && y < middle
    let begin = page.length
    for (let at = page.length - 1; at >= 0; at--) {
      const segment = page[at]
      if (segment === undefined || !isSmall(segment)) break
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
