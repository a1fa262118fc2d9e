import { type FoldedText, foldText } from '../reading/folded-text.ts'

/** A position in a page's text items: an item and a UTF-16 offset into it. */
export interface ItemPosition {
  readonly item: number
  readonly offset: number
}

/** From one position in a page's items to another, the end exclusive. */
export interface ItemSpan {
  readonly from: ItemPosition
  readonly to: ItemPosition
}

/** The strings that a page draws, in the order of its content, folded for comparing. */
export interface PageText {
  readonly folded: FoldedText
  /** Where each item begins in `folded.original`. */
  readonly starts: readonly number[]
}

/** Joins a page's items. Nothing is put between them: `letters` has no white space to lose. */
export function pageText(items: readonly string[]): PageText {
  const starts: number[] = []
  let length = 0
  for (const item of items) {
    starts.push(length)
    length += item.length
  }
  return { folded: foldText(items.join(''), 'letters'), starts }
}

/** A span of the joined items as places in them. */
export function itemSpan({ starts }: PageText, start: number, end: number): ItemSpan {
  const itemAt = (offset: number) => {
    let [low, high] = [0, starts.length]
    while (low + 1 < high) {
      const middle = (low + high) >>> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return { item: low, offset: offset - (starts[low] ?? 0) }
  }
  const last = itemAt(Math.max(start, end - 1))
  return { from: itemAt(start), to: { item: last.item, offset: last.offset + 1 } }
}
