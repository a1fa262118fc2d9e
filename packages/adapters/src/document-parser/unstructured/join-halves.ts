import { listMarker } from '@portal/file-rules/list-marker'
import type { ParsedBlock } from '@portal/service-kit/ports/document-parser'

/** Where an element stands on its page, from the top left. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly pageWidth: number
}

/** A block with its place; null where the engine does not say. */
export interface PlacedBlock {
  readonly block: ParsedBlock
  readonly box: Box | null
}

const ended = /[.!?:…]["'”’)\]]*$/u
const goingOn = /^["'“‘(]?\p{Ll}|^\(/u
/** No sentence, title or item ends with these. */
const open =
  /\b(?:a|an|the|and|or|of|to|in|on|at|by|for|from|with|as|into|than|that|which|who|if|is|are|be|been|has|have|must|shall|may|can|will|not|its|their|our|your|any|all|each|every|no)$/i
/** A shorter title is one, whatever follows it. */
const brokenWordsMin = 5
const titleMax = 100
/** Lines of two columns may alternate. */
const lookBack = 12
/** In widths of the page; narrower ones are cells of a table. */
const columnMin = 0.3

/**
 * Joins the halves of sentences that the engine took apart where a line or page of a PDF ends. Half
 * a sentence misleads, and what looks like a title is one of them as often as not.
 */
export function joinHalves(placed: readonly PlacedBlock[]): ParsedBlock[] {
  const joined: PlacedBlock[] = []
  for (const next of placed) {
    const at = joined.findLastIndex(
      (before, index) =>
        index >= joined.length - lookBack &&
        isAbove(before, next, index === joined.length - 1) &&
        goesOn(before.block, next.block),
    )
    const before = joined[at]
    if (before) joined[at] = { block: join(before.block, next.block), box: next.box }
    else joined.push(next)
  }
  return joined.map(({ block }) => block)
}

/** Whether nothing can stand between: right above in the same column, or at the end of a page. */
function isAbove({ block, box }: PlacedBlock, next: PlacedBlock, isNeighbour: boolean): boolean {
  if (block.page !== next.block.page || !box || !next.box) return isNeighbour
  const line = Math.min(box.bottom - box.top, next.box.bottom - next.box.top)
  const gap = next.box.top - box.bottom
  const shared = Math.min(box.right, next.box.right) - Math.max(box.left, next.box.left)
  const isWide = isNeighbour || box.right - box.left >= box.pageWidth * columnMin
  return isWide && shared > 0 && gap > -line / 2 && gap < line * 1.2
}

function goesOn(before: ParsedBlock, next: ParsedBlock): boolean {
  if (before.kind === 'table' || next.kind === 'table' || next.kind === 'list-item') return false
  // The number of an item may stand apart from it.
  if (listMarker(before.text) === before.text) return true
  if (ended.test(before.text) || listMarker(next.text) !== null) return false
  const isBroken = before.kind !== 'heading' || isLikeTitle(before, next) || words(before) >= brokenWordsMin
  const isNoTitle = next.kind === 'heading' && /[.;]$/.test(next.text)
  return isBroken && (goingOn.test(next.text) || open.test(before.text) || isNoTitle)
}

function join(before: ParsedBlock, next: ParsedBlock): ParsedBlock {
  const text = `${before.text}${/[-\u2010]$/.test(before.text) ? '\n' : ' '}${next.text}`
  const { level: _, ...rest } = before
  if (before.kind !== 'heading' || (isLikeTitle(before, next) && text.length <= titleMax))
    return { ...before, text }
  return { ...rest, kind: listMarker(text) === null ? 'paragraph' : 'list-item', text }
}

/** Titles go on in titles, and end without a full stop. */
function isLikeTitle(before: ParsedBlock, next: ParsedBlock): boolean {
  return before.kind === 'heading' && next.kind === 'heading' && !ended.test(next.text)
}

function words({ text }: ParsedBlock): number {
  return text.split(/\s+/).length
}
