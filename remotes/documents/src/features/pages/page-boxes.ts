import type { ItemSpan } from './page-text.ts'

/** A rectangle in percent of its page, so that it holds at every zoom. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The rectangles of a span of a page's text items, as the browser laid them out. */
export function boxesOf(page: HTMLElement, textDivs: readonly HTMLElement[], span: ItemSpan): Box[] {
  const frame = page.getBoundingClientRect()
  return textDivs
    .slice(span.from.item, span.to.item + 1)
    .flatMap((div, at): DOMRect[] => {
      const node = div.firstChild
      if (!(node instanceof Text)) return []
      const item = span.from.item + at
      const range = document.createRange()
      range.setStart(node, item === span.from.item ? Math.min(span.from.offset, node.length) : 0)
      range.setEnd(node, item === span.to.item ? Math.min(span.to.offset, node.length) : node.length)
      return [...range.getClientRects()]
    })
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, width, height }) => ({
      left: ((left - frame.left) / frame.width) * 100,
      top: ((top - frame.top) / frame.height) * 100,
      width: (width / frame.width) * 100,
      height: (height / frame.height) * 100,
    }))
}

/** The box as an inline style. */
export function boxStyle({ left, top, width, height }: Box) {
  return { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }
}
