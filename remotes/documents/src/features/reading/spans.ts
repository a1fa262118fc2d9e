/** A span of a version's text, in UTF-16 units `[start, end)`. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Why a span is marked. `here` is the match that the find field stands at. */
export type MarkKind = 'cited' | 'found' | 'here' | 'commented'

/** A marked span. */
export interface Mark extends Span {
  readonly kind: MarkKind
}

/** A run of text with the marks that cover all of it; none for plain text. */
export interface Run extends Span {
  readonly kinds: readonly MarkKind[]
}

/** Cuts a span where marks begin and end. The runs joined are the span. */
export function cutAtMarks({ start, end }: Span, marks: readonly Mark[]): Run[] {
  const near = marks.filter((mark) => mark.start < end && mark.end > start)
  const edges = new Set([start, end])
  for (const mark of near) {
    edges.add(Math.max(start, mark.start))
    edges.add(Math.min(end, mark.end))
  }
  const sorted = [...edges].sort((a, b) => a - b)
  return sorted.slice(1).map((to, at) => {
    const from = sorted[at] ?? start
    const covering = near.filter((mark) => mark.start <= from && mark.end >= to)
    return { start: from, end: to, kinds: covering.map(({ kind }) => kind) }
  })
}

/** The index of the first of the sorted starts that is greater than `offset`. */
export function firstAfter(starts: readonly { readonly start: number }[], offset: number): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle]?.start ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}
