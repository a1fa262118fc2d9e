import type { Link, Side } from './alignment/side.ts'
import type { Row, Segment } from './difference.ts'

/** A link with the differences inside it; without segments both sides say the same. */
export interface ComparedLink extends Link {
  readonly segments: readonly Segment[]
  readonly isRenumbered: boolean
}

interface ComparedAlignment {
  readonly inOrder: readonly ComparedLink[]
  readonly moved: readonly ComparedLink[]
}

type Draft = Exclude<Row, { readonly counterpart: number }> | Moved
type Moved =
  | { readonly kind: 'moved-away'; readonly before: Link['before']; readonly link: ComparedLink }
  | { readonly kind: 'moved-here'; readonly after: Link['after']; readonly link: ComparedLink }

/** The rows of an alignment, in reading order; between two links what went comes first. */
export function rowsOf({ inOrder, moved }: ComparedAlignment, before: Side, after: Side): Row[] {
  const away = new Map(moved.map((link) => [link.before.start, link]))
  const here = new Map(moved.map((link) => [link.after.start, link]))
  const rows: Draft[] = []
  let [b, a] = [0, 0]
  const upTo = (bEnd: number, aEnd: number) => {
    for (; b < bEnd; b += 1) {
      const link = away.get(b)
      const run = { start: b, end: b + 1 }
      rows.push(link ? { kind: 'moved-away', before: run, link } : { kind: 'removed', before: run })
    }
    for (; a < aEnd; a += 1) {
      const link = here.get(a)
      const run = { start: a, end: a + 1 }
      rows.push(link ? { kind: 'moved-here', after: run, link } : { kind: 'added', after: run })
    }
  }
  for (const link of inOrder.toSorted((x, y) => x.before.start - y.before.start)) {
    upTo(link.before.start, link.after.start)
    rows.push(rowOf(link))
    ;[b, a] = [link.before.end, link.after.end]
  }
  upTo(before.blocks.length, after.blocks.length)
  return withCounterparts(rows)
}

function rowOf({ before, after, segments, isRenumbered }: ComparedLink): Draft {
  return segments.length === 0
    ? { kind: 'same', before, after, isRenumbered }
    : { kind: 'changed', before, after, segments }
}

function withCounterparts(rows: readonly Draft[]): Row[] {
  const ends = new Map<ComparedLink, { away: number; here: number }>()
  rows.forEach((row, at) => {
    if (!('link' in row)) return
    const known = ends.get(row.link) ?? { away: -1, here: -1 }
    ends.set(row.link, row.kind === 'moved-away' ? { ...known, away: at } : { ...known, here: at })
  })
  return rows.map((row) => {
    if (!('link' in row)) return row
    const { away, here } = ends.get(row.link) ?? { away: -1, here: -1 }
    return row.kind === 'moved-away'
      ? { kind: row.kind, before: row.before, counterpart: here }
      : { kind: row.kind, after: row.after, counterpart: away, segments: row.link.segments }
  })
}
