/** A possible pair of positions; heavier is better. */
export interface Candidate {
  readonly before: number
  readonly after: number
  readonly weight: number
}

/**
 * The heaviest set of candidates that rises on both sides, in order: the longest increasing
 * subsequence by weight (Fredman 1975), with a Fenwick tree of maxima, in O(n log n).
 */
export function heaviestChain<C extends Candidate>(candidates: readonly C[]): C[] {
  // Equal `before` in falling order of `after`, so that no two of them are in one chain.
  const sorted = candidates.toSorted((x, y) => x.before - y.before || y.after - x.after)
  const positions = [...new Set(sorted.map(({ after }) => after))].toSorted((x, y) => x - y)
  const rank = new Map(positions.map((after, at) => [after, at + 1]))
  const best: number[] = new Array(positions.length + 1).fill(-1)
  const sums: number[] = []
  const previous: number[] = []
  const heavier = (x: number, y: number) =>
    y !== -1 && (x === -1 || (sums[y] ?? 0) > (sums[x] ?? 0)) ? y : x
  let last = -1
  sorted.forEach(({ after, weight }, at) => {
    const own = rank.get(after) ?? 0
    let below = -1
    for (let node = own - 1; node > 0; node -= node & -node) below = heavier(below, best[node] ?? -1)
    previous.push(below)
    sums.push(weight + (below === -1 ? 0 : (sums[below] ?? 0)))
    for (let node = own; node < best.length; node += node & -node) best[node] = heavier(best[node] ?? -1, at)
    last = heavier(last, at)
  })
  const chain: C[] = []
  for (let at = last; at !== -1; at = previous[at] ?? -1) chain.push(sorted[at] as C)
  return chain.reverse()
}
