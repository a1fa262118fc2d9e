import { diffArrays } from 'diff'
import { heaviestChain } from './heaviest-chain.ts'
import { type Gap, type Link, type Side, single } from './side.ts'

/** More edits than this between two anchors are not searched for: the range is halved instead. */
const editsMax = 128
const depthMax = 12

/**
 * Links blocks that say the same, in order. Patience diff (Cohen): what occurs once on both sides
 * anchors the rest, which is aligned in the same way between anchors, at last by Myers' algorithm.
 */
export function linkEqualBlocks(before: Side, after: Side): Link[] {
  const numbers = new Map<string, number>()
  const numberOf = (said: string) => {
    const number = numbers.get(said) ?? numbers.size
    numbers.set(said, number)
    return number
  }
  const sides = { before: before.says.map(numberOf), after: after.says.map(numberOf) }
  const pairs: Pair[] = []
  const whole = {
    before: { start: 0, end: sides.before.length },
    after: { start: 0, end: sides.after.length },
  }
  align(sides, { gap: whole, depth: 0 }, pairs)
  return pairs.map(([b, a]) => single(b, a, true))
}

type Pair = readonly [before: number, after: number]

interface Numbers {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

function align(sides: Numbers, { gap, depth }: { gap: Gap; depth: number }, pairs: Pair[]): void {
  let { start: b, end: bEnd } = gap.before
  let { start: a, end: aEnd } = gap.after
  for (; b < bEnd && a < aEnd && sides.before[b] === sides.after[a]; b += 1, a += 1) pairs.push([b, a])
  const [bTail, aTail] = [bEnd, aEnd]
  while (b < bEnd && a < aEnd && sides.before[bEnd - 1] === sides.after[aEnd - 1]) {
    bEnd -= 1
    aEnd -= 1
  }
  if (b < bEnd && a < aEnd) {
    const inner = { before: { start: b, end: bEnd }, after: { start: a, end: aEnd } }
    alignInner(sides, { gap: inner, depth }, pairs)
  }
  for (let by = 0; bEnd + by < bTail && aEnd + by < aTail; by += 1) pairs.push([bEnd + by, aEnd + by])
}

function alignInner(sides: Numbers, { gap, depth }: { gap: Gap; depth: number }, pairs: Pair[]): void {
  const anchors = depth < depthMax ? anchorsIn(sides, gap) : []
  if (anchors.length === 0) {
    for (const pair of repeatedPairsIn(sides, gap)) pairs.push(pair)
    return
  }
  let [b, a] = [gap.before.start, gap.after.start]
  for (const [at, to] of anchors) {
    const part = { before: { start: b, end: at }, after: { start: a, end: to } }
    align(sides, { gap: part, depth: depth + 1 }, pairs)
    pairs.push([at, to])
    ;[b, a] = [at + 1, to + 1]
  }
  const rest = { before: { start: b, end: gap.before.end }, after: { start: a, end: gap.after.end } }
  align(sides, { gap: rest, depth: depth + 1 }, pairs)
}

/** What occurs exactly once on both sides of a gap, in an order that rises on both. */
function anchorsIn(sides: Numbers, gap: Gap): Pair[] {
  const [inBefore, inAfter] = [onceIn(sides.before, gap.before), onceIn(sides.after, gap.after)]
  const candidates = [...inBefore].flatMap(([number, before]) => {
    const after = inAfter.get(number) ?? -1
    return before === -1 || after === -1 ? [] : [{ before, after, weight: 1 }]
  })
  return heaviestChain(candidates).map(({ before, after }) => [before, after])
}

/** The position of each number in the range, -1 where it occurs more than once. */
function onceIn(
  numbers: readonly number[],
  { start, end }: { start: number; end: number },
): Map<number, number> {
  const found = new Map<number, number>()
  for (let at = start; at < end; at += 1) {
    const number = numbers[at] ?? -1
    found.set(number, found.has(number) ? -1 : at)
  }
  return found
}

/** Pairs in a gap without anchors: only what repeats. */
function repeatedPairsIn(sides: Numbers, gap: Gap): Pair[] {
  const numbered = (side: 'before' | 'after') =>
    range(gap[side]).map((at) => ({ at, number: sides[side][at] ?? -1 }))
  const [inBefore, inAfter] = [numbered('before'), numbered('after')]
  const [known, wanted] = [inAfter, inBefore].map((of) => new Set(of.map(({ number }) => number)))
  return repeatedPairs(
    inBefore.filter(({ number }) => known?.has(number)),
    inAfter.filter(({ number }) => wanted?.has(number)),
  )
}

interface Numbered {
  readonly at: number
  readonly number: number
}

function repeatedPairs(before: readonly Numbered[], after: readonly Numbered[]): Pair[] {
  if (before.length === 0 || after.length === 0) return []
  const comparator = (x: Numbered, y: Numbered) => x.number === y.number
  const changes = diffArrays([...before], [...after], { comparator, maxEditLength: editsMax })
  if (!changes) {
    const [b, a] = [Math.ceil(before.length / 2), Math.ceil(after.length / 2)]
    return [
      ...repeatedPairs(before.slice(0, b), after.slice(0, a)),
      ...repeatedPairs(before.slice(b), after.slice(a)),
    ]
  }
  const pairs: Pair[] = []
  let [b, a] = [0, 0]
  for (const { added, removed, count } of changes) {
    for (let step = 0; step < count; step += 1) {
      const [was, is] = [before[b], after[a]]
      if (!added && !removed && was && is) pairs.push([was.at, is.at])
      if (!added) b += 1
      if (!removed) a += 1
    }
  }
  return pairs
}

function range({ start, end }: { readonly start: number; readonly end: number }): number[] {
  return Array.from({ length: end - start }, (_, at) => start + at)
}
