import type { Words } from './likeness.ts'

/** Up to this many pairs, all are candidates. */
const allPairsMax = 2_500
/** What more blocks than this have says little about which two belong together. */
const blocksPerTraitMax = 24
const rareTraits = 16
/** Among more blocks, word pairs are sampled: fewer suffice, and their number is bounded. */
const blocksWithAllPairs = 8_000
const candidatesPerBlock = 6

/** Two blocks that may be alike. */
export interface BlockPair {
  readonly before: number
  readonly after: number
}

/**
 * The pairs of blocks worth comparing: all of few, else those that share rare words or word pairs,
 * the most promising ones of each block. Linear in the number of blocks.
 */
export function candidatePairs(
  befores: readonly number[],
  afters: readonly number[],
  words: Words,
): BlockPair[] {
  if (befores.length * afters.length <= allPairsMax)
    return afters.flatMap((after) => befores.map((before) => ({ before, after })))
  const onePairOf = Math.ceil((befores.length + afters.length) / blocksWithAllPairs)
  const blocksOf = new Map<number, number[]>()
  for (const before of befores) {
    for (const trait of words.before.traits(before, onePairOf)) {
      const blocks = blocksOf.get(trait)
      if (!blocks) blocksOf.set(trait, [before])
      else if (blocks.length <= blocksPerTraitMax) blocks.push(before)
    }
  }
  return afters.flatMap((after) =>
    mostPromising(words.after.traits(after, onePairOf), blocksOf).map((before) => ({ before, after })),
  )
}

function mostPromising(
  traits: ReadonlySet<number>,
  blocksOf: ReadonlyMap<number, readonly number[]>,
): number[] {
  const rare = [...traits]
    .map((trait) => blocksOf.get(trait) ?? [])
    .filter(({ length }) => length > 0 && length <= blocksPerTraitMax)
    .toSorted((one, other) => one.length - other.length)
    .slice(0, rareTraits)
  const shared = new Map<number, number>()
  for (const blocks of rare) for (const block of blocks) shared.set(block, (shared.get(block) ?? 0) + 1)
  return [...shared]
    .toSorted(([b1, count1], [b2, count2]) => count2 - count1 || b1 - b2)
    .slice(0, candidatesPerBlock)
    .map(([block]) => block)
}
