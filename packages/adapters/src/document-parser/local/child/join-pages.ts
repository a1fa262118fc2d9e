import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import { joinLines, type WordBreaks } from './join-lines.ts'

/** A block with layout information needed to join pages. */
export type ReadBlock = ParsedBlock & { readonly isAfterDropped: boolean }

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Completes sentences cut by a page break, unless a dropped line would be in the middle. */
export function joinAcrossPages(blocks: readonly ReadBlock[], breaks: WordBreaks): ParsedBlock[] {
  const joined: ParsedBlock[] = []
  for (const { isAfterDropped, ...block } of blocks) {
    const open = joined.at(-1)
    if (open === undefined || isAfterDropped || !isCut(open, block)) {
      joined.push(block)
      continue
    }
    const [sentence] = sentences.segment(block.text.replaceAll('\n', ' '))
    const rest = sentence?.segment.length ?? block.text.length
    const text = joinLines([open.text, block.text.slice(0, rest).trimEnd()], breaks)
    joined[joined.length - 1] = { ...open, text }
    const after = block.text.slice(rest)
    if (after !== '') joined.push({ ...block, text: after })
  }
  return joined
}

function isCut(open: ParsedBlock, next: ParsedBlock): boolean {
  if (open.page === next.page || next.kind !== 'paragraph') return false
  if (open.kind !== 'paragraph' && open.kind !== 'list-item') return false
  return /[\p{L}\p{N},;–—-]$/u.test(open.text) && /^\p{Ll}/u.test(next.text)
}
