import { candidatePairs } from './candidate-pairs.ts'
import { heaviestChain } from './heaviest-chain.ts'
import { likeness, sharedWords, type Words } from './likeness.ts'
import { type Gap, type Link, single } from './side.ts'

/** Above this likeness a block is another one changed, rather than a new one. */
const likenessMin = 0.5
/** Of a merged or split paragraph, this share of the words is in the whole. */
const containedMin = 0.8
const containedWordsMin = 6
/** Rows of a table with the same first cell are the same row. */
const sameRowBonus = 0.3
const partsMax = 8

/** Links the blocks of a gap that are alike, in order; merged and split ones as runs. */
export function linkSimilar(gap: Gap, free: Free, words: Words): Link[] {
  const befores = unlinked(gap.before, free.before)
  const afters = unlinked(gap.after, free.after)
  const weighed = candidatePairs(befores, afters, words).flatMap((pair) => {
    const weight = weigh(pair.before, pair.after, words)
    return weight >= likenessMin ? [{ ...pair, weight }] : []
  })
  const links = heaviestChain(weighed).map(({ before, after }) => single(before, after, false))
  links.forEach((link, at) => {
    const [previous, next] = [links[at - 1], links[at + 1]]
    extend(link, words, {
      before: bounds(gap.before, previous?.before, next?.before),
      after: bounds(gap.after, previous?.after, next?.after),
      free,
    })
  })
  return links
}

/** Which blocks have no other row yet, by index. */
export interface Free {
  readonly before: (block: number) => boolean
  readonly after: (block: number) => boolean
}

function weigh(before: number, after: number, words: Words): number {
  const [was, is] = [words.before.of(before), words.after.of(after)]
  const shared = sharedWords(was, is)
  const alike = (2 * shared) / Math.max(1, was.length + is.length)
  const name = words.before.rowName(before)
  if (name !== null && name === words.after.rowName(after)) return Math.min(1, alike + sameRowBonus)
  const shorter = Math.min(was.length, is.length)
  const isPart = shorter >= containedWordsMin && shared >= shorter * containedMin
  return isPart ? Math.max(alike, likenessMin) : alike
}

interface Extent {
  readonly before: { readonly start: number; readonly end: number }
  readonly after: { readonly start: number; readonly end: number }
  readonly free: Free
}

/** Takes in neighbours that make a link more alike: the other parts of a paragraph. */
function extend(link: Link, words: Words, extent: Extent): void {
  const alikeNow = () => likeness(words.before.ofRun(link.before), words.after.ofRun(link.after))
  for (const side of ['before', 'after'] as const) {
    const run = link[side]
    const isPart = (block: number) =>
      block >= extent[side].start &&
      block < extent[side].end &&
      extent.free[side](block) &&
      run.end - run.start < partsMax &&
      isContained(words[side].of(block), words[other(side)].ofRun(link[other(side)]))
    const takes = (edge: 'start' | 'end', by: 1 | -1) => {
      if (!isPart(by === 1 ? run.end : run.start - 1)) return false
      const alike = alikeNow()
      run[edge] += by
      if (alikeNow() > alike) return true
      run[edge] -= by
      return false
    }
    while (takes('end', 1));
    while (takes('start', -1));
  }
}

const other = (side: 'before' | 'after') => (side === 'before' ? 'after' : 'before')

function isContained(part: Int32Array, whole: Int32Array): boolean {
  return part.length >= 3 && sharedWords(part, whole) >= part.length * containedMin
}

interface Run {
  readonly start: number
  readonly end: number
}

function bounds(gap: Run, previous: Run | undefined, next: Run | undefined): Run {
  return { start: previous?.end ?? gap.start, end: next?.start ?? gap.end }
}

function unlinked({ start, end }: Run, isFree: (block: number) => boolean): number[] {
  return Array.from({ length: end - start }, (_, at) => start + at).filter(isFree)
}
