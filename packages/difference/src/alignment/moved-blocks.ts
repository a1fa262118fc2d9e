import { candidatePairs } from './candidate-pairs.ts'
import { likeness, type Words } from './likeness.ts'
import { type Link, type Side, single } from './side.ts'
import type { Free } from './similar-blocks.ts'

/** Shorter texts recur by chance; they only move along with a neighbour. */
const movedUnitsMin = 25
/** A block that moved and changed must be more alike than one that changed in its position. */
const movedLikenessMin = 0.7
const movedWordsMin = 8

/** Blocks without a link that say the same elsewhere; `free` blocks with their neighbours. */
export function linkMoved(before: Side, after: Side, free: Free): Link[] {
  const positions = new Map<string, number[]>()
  before.says.forEach((said, at) => {
    if (said.length < movedUnitsMin || !free.before(at)) return
    const known = positions.get(said)
    if (known) known.push(at)
    else positions.set(said, [at])
  })
  const taken = { before: new Set<number>(), after: new Set<number>() }
  const links: Link[] = []
  const take = (b: number, a: number) => {
    taken.before.add(b)
    taken.after.add(a)
    links.push(single(b, a, true))
  }
  const isFree = (b: number, a: number) =>
    b >= 0 && a >= 0 && free.before(b) && free.after(a) && !taken.before.has(b) && !taken.after.has(a)
  const says = (b: number, a: number) => before.says[b] === after.says[a] && b < before.says.length
  after.says.forEach((said, a) => {
    if (!free.after(a) || taken.after.has(a)) return
    const b = positions.get(said)?.find((at) => !taken.before.has(at))
    if (b === undefined) return
    take(b, a)
    for (const step of [-1, 1])
      for (let by = step; isFree(b + by, a + by) && says(b + by, a + by); by += step) take(b + by, a + by)
  })
  return links
}

/** Blocks without a link that are nearly the same elsewhere, the most alike first. */
export function linkMovedAndChanged(sides: { before: Side; after: Side }, free: Free, words: Words): Link[] {
  const rest = (side: 'before' | 'after') =>
    sides[side].blocks.flatMap((_, at) =>
      free[side](at) && words[side].of(at).length >= movedWordsMin ? [at] : [],
    )
  const weighed = candidatePairs(rest('before'), rest('after'), words)
    .map((pair) => ({ ...pair, weight: likeness(words.before.of(pair.before), words.after.of(pair.after)) }))
    .filter(({ weight }) => weight >= movedLikenessMin)
    .toSorted((x, y) => y.weight - x.weight || x.before - y.before || x.after - y.after)
  const taken = { before: new Set<number>(), after: new Set<number>() }
  return weighed.flatMap(({ before, after }) => {
    if (taken.before.has(before) || taken.after.has(after)) return []
    taken.before.add(before)
    taken.after.add(after)
    return [single(before, after, false)]
  })
}
