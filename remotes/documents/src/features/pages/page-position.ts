/** A page, and which share of its height is above the line where people read. */
export interface PagePosition {
  readonly page: number
  readonly share: number
}

/** In the upper half of the window. */
const lineInWindow = () => window.innerHeight * 0.4

/** Where the window is in a list of pages. */
export function positionIn(pages: HTMLElement, count: number): PagePosition {
  const page = pageAt(pages, count)
  const { top = 0, height = 0 } = pages.children[page - 1]?.getBoundingClientRect() ?? {}
  return { page, share: height > 0 ? (lineInWindow() - top) / height : 0 }
}

/** Scrolls back to a position after the pages have got another size; not to one above them. */
export function scrollBack(pages: HTMLElement, { page, share }: PagePosition): void {
  const box = pages.children[page - 1]?.getBoundingClientRect()
  if (box && share > 0) window.scrollBy(0, box.top + share * box.height - lineInWindow())
}

function pageAt(pages: HTMLElement, count: number): number {
  const line = lineInWindow()
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    const top = pages.children[middle]?.getBoundingClientRect().top ?? 0
    if (top <= line) low = middle + 1
    else high = middle
  }
  return Math.max(1, low)
}
