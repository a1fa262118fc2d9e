import { roughWords } from '../words/tokens.ts'
import type { Side } from './side.ts'

/** More than the words of two texts of 12 million characters. */
const pairBase = 2 ** 24

/** The words of blocks as numbers, read when they are first asked for. */
export class BlockWords {
  readonly #numbers: Map<string, number>
  readonly #sorted: (Int32Array | undefined)[] = []
  readonly #side: Side

  /** Both sides share `numbers`. */
  constructor(side: Side, numbers: Map<string, number>) {
    this.#side = side
    this.#numbers = numbers
  }

  /** Sorted. */
  of(block: number): Int32Array {
    const known = this.#sorted[block]
    if (known) return known
    const sorted = this.#read(block).sort()
    this.#sorted[block] = sorted
    return sorted
  }

  /**
   * What a block may be found by: its words, and its pairs of adjacent words, which are rarer. Of
   * the pairs, one in `onePairOf`, the same ones in every block.
   */
  traits(block: number, onePairOf: number): Set<number> {
    const words = this.#read(block)
    const traits = new Set<number>(words)
    for (let at = 1; at < words.length; at += 1) {
      const [first = 0, second = 0] = [words[at - 1], words[at]]
      if ((first * 31 + second) % onePairOf === 0) traits.add(-1 - first * pairBase - second)
    }
    return traits
  }

  #read(block: number): Int32Array {
    const words = roughWords(this.#side.says[block] ?? '')
    return Int32Array.from(words, (word) => {
      const known = this.#numbers.get(word)
      if (known !== undefined) return known
      const number = this.#numbers.size
      this.#numbers.set(word, number)
      return number
    })
  }

  /** The words of consecutive blocks together. */
  ofRun({ start, end }: { readonly start: number; readonly end: number }): Int32Array {
    if (end - start === 1) return this.of(start)
    const all: number[] = []
    for (let at = start; at < end; at += 1) all.push(...this.of(at))
    return Int32Array.from(all).sort()
  }

  /** The first cell of a table's row, else null: rows are known by it. */
  rowName(block: number): string | null {
    if (this.#side.blocks[block]?.kind !== 'table-row') return null
    const { start, end } = this.#side.blocks[block]
    const name = this.#side.text.slice(start, end).split('\t', 1)[0]?.trim().toLowerCase() ?? ''
    return name === '' ? null : name
  }
}

/** The words of both sides. */
export interface Words {
  readonly before: BlockWords
  readonly after: BlockWords
}

/** How many words two sorted lists share, each as often as both have it. */
export function sharedWords(one: Int32Array, other: Int32Array): number {
  let [shared, x, y] = [0, 0, 0]
  while (x < one.length && y < other.length) {
    const [left = 0, right = 0] = [one[x], other[y]]
    if (left === right) shared += 1
    if (left <= right) x += 1
    if (right <= left) y += 1
  }
  return shared
}

/** The Dice coefficient of two lists of words: 0 nothing, 1 everything in common. */
export function likeness(one: Int32Array, other: Int32Array): number {
  const all = one.length + other.length
  return all === 0 ? 0 : (2 * sharedWords(one, other)) / all
}
