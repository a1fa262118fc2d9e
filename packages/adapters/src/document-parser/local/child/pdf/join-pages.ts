import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import { joinLines, type WordBreaks } from '../join-lines.ts'

/** A block with layout information needed to join pages and columns. */
export type ReadBlock = ParsedBlock & {
  readonly isAfterDropped: boolean
  readonly isFootnote: boolean
  readonly column: number
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * Completes sentences cut by the end of a page or column, unless a dropped line would be in the
 * middle. Footnotes between the halves follow the completed sentence.
 */
export function joinAcrossPages(blocks: readonly ReadBlock[], breaks: WordBreaks): ParsedBlock[] {
  const joined: ReadBlock[] = []
  for (const block of blocks) {
    const at = joined.findLastIndex(({ isFootnote }) => !isFootnote)
    const open = joined[at]
    if (open === undefined || block.isAfterDropped || block.isFootnote || !isCut(open, block)) {
      joined.push(block)
      continue
    }
    const [sentence] = sentences.segment(block.text.replaceAll('\n', ' '))
    const rest = sentence?.segment.length ?? block.text.length
    const text = joinLines([open.text, block.text.slice(0, rest).trimEnd()], breaks)
    joined[at] = { ...open, text }
    const after = block.text.slice(rest)
    if (after !== '') joined.push({ ...block, text: after })
  }
  return joined.map(({ isAfterDropped: _, isFootnote: __, column: ___, ...block }) => block)
}

function isCut(open: ReadBlock, next: ReadBlock): boolean {
  const isApart = open.page !== next.page || open.column !== next.column
  if (!isApart || next.kind !== 'paragraph') return false
  if (open.kind !== 'paragraph' && open.kind !== 'list-item') return false
  return /[\p{L}\p{N},;–—-]$/u.test(open.text) && /^\p{Ll}/u.test(next.text)
}
