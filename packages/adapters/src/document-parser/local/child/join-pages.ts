import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'
import { joinLines, type WordBreaks } from './join-lines.ts'

/** A block with what only the reader of pages knows. */
export type ReadBlock = ParsedBlock & { readonly isAfterDropped: boolean }

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * Completes a sentence that a page's end cuts: its rest moves from the next page to where it began. Only where
 * nothing stood between the two (a page number would be in the middle of a citation that then could not be found).
 */
export function joinAcrossPages(blocks: readonly ReadBlock[], breaks: WordBreaks): ParsedBlock[] {
  const joined: ParsedBlock[] = []
  for (const { isAfterDropped, ...block } of blocks) {
    const open = joined.at(-1)
    if (open === undefined || isAfterDropped || !isCut(open, block)) {
      joined.push(block)
      continue
    }
    const rest =
      [...sentences.segment(block.text.replaceAll('\n', ' '))][0]?.segment.length ?? block.text.length
    joined[joined.length - 1] = {
      ...open,
      text: joinLines([open.text, block.text.slice(0, rest).trimEnd()], breaks),
    }
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
