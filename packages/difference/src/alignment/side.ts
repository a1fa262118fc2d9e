import { splitBlocks } from '../blocks/split-blocks.ts'
import type { Block, ComparedText } from '../difference.ts'
import { comparable, withoutHyphens } from '../words/comparable.ts'

/** One of the two texts, prepared for alignment. */
export interface Side {
  readonly text: string
  readonly blocks: readonly Block[]
  /** What each block says: comparable, without its number. Equal strings, equal blocks. */
  readonly says: readonly string[]
  /** The same with its number: joined to the block before it, a block has the number inside. */
  readonly saysInside: readonly string[]
}

/** Two runs of blocks that belong together, by index: `[start, end)`. */
export interface Link {
  readonly before: { start: number; end: number }
  readonly after: { start: number; end: number }
  /** Whether both say the same, word for word. */
  readonly isSame: boolean
}

/** The blocks between two links, on both sides: `[start, end)`. */
export interface Gap {
  readonly before: { readonly start: number; readonly end: number }
  readonly after: { readonly start: number; readonly end: number }
}

/** Reads the blocks of a text. Across file types, hyphens within words do not count. */
export function readSide(compared: ComparedText, isAcrossTypes: boolean): Side {
  const { text } = compared
  const blocks = splitBlocks(compared)
  const says = blocks.map(({ bodyStart, end }) => {
    const said = comparable(text.slice(bodyStart, end))
    return isAcrossTypes ? withoutHyphens(said) : said
  })
  // Across file types, one of them may not spell its numbers out.
  const saysInside = isAcrossTypes
    ? says
    : blocks.map((block, at) => [comparable(numberOf(text, block)), says[at]].join(' ').trim())
  return { text, blocks, says, saysInside }
}

/** The number before a text; a bullet says nothing. */
export function numberOf(text: string, { start, bodyStart }: Pick<Block, 'start' | 'bodyStart'>): string {
  const marker = text.slice(start, bodyStart).trim()
  return /[\p{L}\p{N}]/u.test(marker) ? marker : ''
}

/** The gaps that links in order leave, those empty on both sides excepted. */
export function gapsBetween(links: readonly Link[], before: Side, after: Side): Gap[] {
  const end = { start: before.blocks.length, end: 0 }
  const last = { before: end, after: { start: after.blocks.length, end: 0 } }
  let [b, a] = [0, 0]
  return [...links, last].flatMap((link) => {
    const gap = { before: { start: b, end: link.before.start }, after: { start: a, end: link.after.start } }
    ;[b, a] = [link.before.end, link.after.end]
    const isEmpty = gap.before.start === gap.before.end && gap.after.start === gap.after.end
    return isEmpty ? [] : [gap]
  })
}

/** A block linked to a block. */
export function single(before: number, after: number, isSame: boolean): Link {
  return { before: { start: before, end: before + 1 }, after: { start: after, end: after + 1 }, isSame }
}
