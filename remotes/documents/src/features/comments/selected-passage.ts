import type { Span } from '../reading/spans.ts'

/** A span of a version's text with the text itself. */
export interface Passage extends Span {
  readonly quote: string
}

/** The text of a span, as far as the page has it. */
export type QuoteOf = (span: Span) => string | null

/** The attribute of an element that shows a span of a version's text, and nothing else of it. */
export function passageAttribute({ start, end }: Span) {
  return { 'data-passage': `${start} ${end}` }
}

/**
 * The passage that a selection covers. The page draws white space in its own way, so characters are
 * counted without it. A selection that leaves what the page has the text of ends with its block.
 */
export function selectedPassage(range: Range, quoteOf: QuoteOf): Passage | null {
  const first = blockAround(range.startContainer)
  if (!first) return null
  const start = offsetIn(first, quoteOf, range.startContainer, range.startOffset, 'start')
  const last = blockAround(range.endContainer)
  const end = last && offsetIn(last, quoteOf, range.endContainer, range.endOffset, 'end')
  if (start === null || (end !== null && end <= start)) return null
  const whole = end === null ? null : quoted({ start, end }, quoteOf)
  return whole ?? quoted({ start, end: spanOf(first).end }, quoteOf)
}

function quoted(span: Span, quoteOf: QuoteOf): Passage | null {
  const quote = span.end > span.start ? quoteOf(span) : null
  if (quote === null || quote.trim() === '') return null
  const start = span.start + (quote.length - quote.trimStart().length)
  return { start, end: start + quote.trim().length, quote: quote.trim() }
}

function blockAround(node: Node): HTMLElement | null {
  const element = node instanceof HTMLElement ? node : node.parentElement
  return element?.closest<HTMLElement>('[data-passage]') ?? null
}

function spanOf(block: HTMLElement): Span {
  const [start = 0, end = 0] = (block.getAttribute('data-passage') ?? '').split(' ').map(Number)
  return { start, end }
}

// biome-ignore lint/complexity/useMaxParams: a point of the DOM is a node and an offset.
function offsetIn(
  block: HTMLElement,
  quoteOf: QuoteOf,
  node: Node,
  offset: number,
  edge: 'start' | 'end',
): number | null {
  const span = spanOf(block)
  const text = quoteOf(span)
  if (text === null) return null
  const letters = lettersBefore(block, node, offset)
  return span.start + (edge === 'start' ? startOfLetter(text, letters) : endOfLetter(text, letters))
}

/** How many letters of the block's text are before a point. What the text lacks is left out. */
function lettersBefore(block: HTMLElement, node: Node, offset: number): number {
  const point = document.createRange()
  point.setStart(node, offset)
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  let letters = 0
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (text.parentElement?.closest('del, [data-no-passage]')) continue
    const content = text.textContent ?? ''
    if (text === node) return letters + countLetters(content.slice(0, offset))
    if (point.comparePoint(text, 0) > 0) return letters
    letters += countLetters(content)
  }
  return letters
}

const countLetters = (text: string): number => text.replace(/\s/g, '').length

/** The offset of the letter that `before` letters precede. */
function startOfLetter(text: string, before: number): number {
  let [at, seen] = [0, 0]
  while (at < text.length && (seen < before || /\s/.test(text.charAt(at)))) {
    if (!/\s/.test(text.charAt(at))) seen += 1
    at += 1
  }
  return at
}

/** The offset after this many letters. */
function endOfLetter(text: string, letters: number): number {
  let [at, seen] = [0, 0]
  while (at < text.length && seen < letters) {
    if (!/\s/.test(text.charAt(at))) seen += 1
    at += 1
  }
  return at
}
