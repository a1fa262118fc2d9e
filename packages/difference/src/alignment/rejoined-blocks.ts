import { type Gap, type Link, type Side, single } from './side.ts'

/** A text is looked for in at most this many consecutive blocks. */
const partsMax = 12
/** Shorter beginnings are too common to start from. */
const beginningUnits = 16

/**
 * Links runs of blocks that say the same when joined, within a gap: paragraphs that were merged or
 * split, or that another file type cuts differently, as at the end of a page.
 */
export function linkRejoined(gap: Gap, before: Side, after: Side): Link[] {
  const starts = beginnings(gap, before)
  const links: Link[] = []
  let { start: b } = gap.before
  let { start: a } = gap.after
  while (a < gap.after.end && b < gap.before.end) {
    const link = joinedFrom(gap, { b, a }, { before, after }) ?? fromBeginning(a, b)
    if (link) {
      links.push(link)
      ;[b, a] = [link.before.end, link.after.end]
    } else a += 1
  }
  return links

  function fromBeginning(at: number, from: number): Link | null {
    const key = after.says[at]?.slice(0, beginningUnits) ?? ''
    if (key.length < beginningUnits) return null
    const possible = starts.get(key)?.find((start) => start >= from)
    return possible === undefined ? null : joinedFrom(gap, { b: possible, a: at }, { before, after })
  }
}

function beginnings({ before: { start, end } }: Gap, side: Side): Map<string, number[]> {
  const starts = new Map<string, number[]>()
  for (let at = start; at < end; at += 1) {
    const key = side.says[at]?.slice(0, beginningUnits) ?? ''
    const known = starts.get(key)
    // Many equal beginnings are boilerplate.
    if (known && known.length < partsMax) known.push(at)
    else if (!known && key.length === beginningUnits) starts.set(key, [at])
  }
  return starts
}

/** The shortest runs from these positions on that say the same. */
function joinedFrom(
  gap: Gap,
  from: { b: number; a: number },
  sides: { before: Side; after: Side },
): Link | null {
  let { b, a } = from
  let [was, is] = [sides.before.says[b] ?? '', sides.after.says[a] ?? '']
  while (was !== is) {
    const isBehind = was.length < is.length
    if (isBehind ? !is.startsWith(was) : !was.startsWith(is)) return null
    if (isBehind) {
      b += 1
      if (b >= gap.before.end || b - from.b >= partsMax) return null
      was = joined(was, sides.before, b)
    } else {
      a += 1
      if (a >= gap.after.end || a - from.a >= partsMax) return null
      is = joined(is, sides.after, a)
    }
  }
  const { before, after } = single(b, a, true)
  return { before: { ...before, start: from.b }, after: { ...after, start: from.a }, isSame: true }
}

function joined(text: string, side: Side, at: number): string {
  return `${text} ${side.saysInside[at] ?? ''}`
}
