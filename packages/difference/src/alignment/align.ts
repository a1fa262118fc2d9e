import { linkEqualBlocks } from './equal-blocks.ts'
import { BlockWords } from './likeness.ts'
import { linkMoved, linkMovedAndChanged } from './moved-blocks.ts'
import { linkRejoined } from './rejoined-blocks.ts'
import { gapsBetween, type Link, type Side } from './side.ts'
import { linkSimilar } from './similar-blocks.ts'

/** Which blocks belong together: in order, or moved. What has no link was added or removed. */
export interface Alignment {
  readonly inOrder: readonly Link[]
  readonly moved: readonly Link[]
}

/**
 * Aligns two texts: equal blocks, then equal runs of blocks, then equal blocks that moved, then
 * similar blocks in order, then similar ones that moved.
 */
export function align(before: Side, after: Side): Alignment {
  const linked = { before: new Set<number>(), after: new Set<number>() }
  const free = {
    before: (at: number) => !linked.before.has(at),
    after: (at: number) => !linked.after.has(at),
  }
  const note = (links: readonly Link[]): readonly Link[] => {
    for (const side of ['before', 'after'] as const)
      for (const link of links)
        for (let at = link[side].start; at < link[side].end; at += 1) linked[side].add(at)
    return links
  }
  const equal = note(linkEqualBlocks(before, after))
  const rejoined = gapsBetween(equal, before, after).flatMap((gap) => note(linkRejoined(gap, before, after)))
  const same = inOrder([...equal, ...rejoined])
  const moved = note(linkMoved(before, after, free))
  const numbers = new Map<string, number>()
  const words = { before: new BlockWords(before, numbers), after: new BlockWords(after, numbers) }
  const similar = gapsBetween(same, before, after).flatMap((gap) => note(linkSimilar(gap, free, words)))
  const changed = note(linkMovedAndChanged({ before, after }, free, words))
  return { inOrder: inOrder([...same, ...similar]), moved: inOrder([...moved, ...changed]) }
}

function inOrder(links: readonly Link[]): Link[] {
  return links.toSorted((x, y) => x.before.start - y.before.start)
}
