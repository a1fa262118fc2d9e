import { setImmediate as others } from 'node:timers/promises'
import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'

const kinds = ['heading', 'paragraph', 'list-item', 'table'] as const satisfies ParsedBlock['kind'][]

/** Blocks in a form that is copied to a thread quickly: a hundred thousand objects are not. */
export interface PackedBlocks {
  /** The texts of the blocks, joined. */
  readonly texts: readonly string[]
  /** Of each block: length, index of its kind, level or 0, page or 0. */
  readonly numbers: Uint32Array<ArrayBuffer>
}

const width = 4
/** Takes about 2 ms. */
const blocksPerTurn = 5000

/** Packs blocks for {@link unpackBlocks}, between other work of this thread. */
export async function packBlocks(blocks: readonly ParsedBlock[]): Promise<PackedBlocks> {
  const numbers = new Uint32Array(blocks.length * width)
  const texts: string[] = []
  for (let from = 0; from < blocks.length; from += blocksPerTurn) {
    if (from > 0) await others()
    const some = blocks.slice(from, from + blocksPerTurn)
    let at = from * width
    for (const { text, kind, level = 0, page = 0 } of some) {
      numbers[at] = text.length
      numbers[at + 1] = kinds.indexOf(kind)
      numbers[at + 2] = level
      numbers[at + 3] = page
      at += width
    }
    texts.push(some.map(({ text }) => text).join(''))
  }
  return { texts, numbers }
}

/** The blocks that were packed. */
export function unpackBlocks({ texts, numbers }: PackedBlocks): ParsedBlock[] {
  const text = texts.join('')
  const blocks: ParsedBlock[] = []
  let start = 0
  for (let at = 0; at < numbers.length; at += width) {
    const [length = 0, kind = 0, level = 0, page = 0] = numbers.subarray(at, at + width)
    blocks.push({
      kind: kinds[kind] ?? 'paragraph',
      text: text.slice(start, start + length),
      ...(level > 0 && { level }),
      ...(page > 0 && { page }),
    })
    start += length
  }
  return blocks
}
