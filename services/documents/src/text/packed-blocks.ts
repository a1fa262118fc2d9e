import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'

const kinds = ['heading', 'paragraph', 'list-item', 'table'] as const satisfies ParsedBlock['kind'][]

/** Blocks in a form that is copied to a thread quickly: a hundred thousand objects are not. */
export interface PackedBlocks {
  readonly text: string
  /** Of each block: length, index of its kind, level or 0, page or 0. */
  readonly numbers: Uint32Array
}

const width = 4

/** Packs blocks for {@link unpackBlocks}. */
export function packBlocks(blocks: readonly ParsedBlock[]): PackedBlocks {
  const numbers = new Uint32Array(blocks.length * width)
  for (const [at, { text, kind, level = 0, page = 0 }] of blocks.entries())
    numbers.set([text.length, kinds.indexOf(kind), level, page], at * width)
  return { text: blocks.map(({ text }) => text).join(''), numbers }
}

/** The blocks that were packed. */
export function unpackBlocks({ text, numbers }: PackedBlocks): ParsedBlock[] {
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
