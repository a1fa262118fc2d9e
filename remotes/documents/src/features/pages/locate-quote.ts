import type { VersionText } from '@portal/contracts/versions'
import { foldText, occurrences, onlyOccurrence } from '../reading/folded-text.ts'
import type { Span } from '../reading/spans.ts'
import { type ItemSpan, itemSpan, type PageText } from './page-text.ts'

/** The text that a page's offsets belong to. */
export type PagedText = Pick<VersionText, 'text' | 'pages'>

/** A located part of a quotation. */
export interface PagePart {
  readonly page: number
  readonly span: ItemSpan
}

/** Fewer letters than these on one side of a page break could be anywhere. */
const brokenMin = 8

/** The page that an offset lies on; 1 where the text has no pages. */
export function pageOf({ pages }: Pick<PagedText, 'pages'>, offset: number): number {
  return pages.findLast(({ start }) => start <= offset)?.page ?? 1
}

/** The span of the text that was read from a page. */
export function spanOfPage({ text, pages }: PagedText, page: number): Span {
  const start = page === 1 ? 0 : pages.find((one) => one.page === page)?.start
  if (start === undefined) return { start: 0, end: 0 }
  return { start, end: pages.find((one) => one.start > start)?.start ?? text.length }
}

/**
 * Where the pages draw a span of the extracted text. The text was made of the same letters, but its
 * lines were joined, and running headers left out. Null unless the place is certain: the letters
 * occur once on the page, or as often as in its text, or once beside what stands beside them in the
 * text, or break off at the page's end and go on at the top of the next.
 */
export function locateQuote(
  source: PagedText,
  quote: Span,
  textOf: (page: number) => PageText | null,
): PagePart[] | null {
  const letters = foldText(source.text.slice(quote.start, quote.end), 'letters').text
  const page = pageOf(source, quote.start)
  const own = textOf(page)
  if (letters === '' || !own) return null
  const whole = locateWhole(own, { letters, ...ordinalOf(source, quote, page) })
  if (whole) return [{ page, span: whole }]
  const beside = locateBeside(own, source, quote)
  if (beside) return [{ page, span: beside }]
  const next = textOf(page + 1)
  return next && locateBroken({ letters, page, own, next })
}

/** Which of the equal letters in a page's text the quotation is, and how many there are. */
function ordinalOf(source: PagedText, quote: Span, page: number) {
  const { start, end } = spanOfPage(source, page)
  const count = (text: string, letters: string) => occurrences(foldText(text, 'letters'), letters).length
  const letters = foldText(source.text.slice(quote.start, quote.end), 'letters').text
  return {
    ordinal: count(source.text.slice(start, quote.start), letters),
    count: count(source.text.slice(start, Math.max(end, quote.end)), letters),
  }
}

interface Sought {
  readonly letters: string
  readonly ordinal: number
  readonly count: number
}

function locateWhole(page: PageText, { letters, ordinal, count }: Sought): ItemSpan | null {
  const found = occurrences(page.folded, letters)
  const certain = found.length === 1 ? found[0] : found.length === count ? found[ordinal] : undefined
  return certain ? itemSpan(page, certain.start, certain.end) : null
}

/** How many characters are looked at before and after: one side may be what the page has not. */
const besides = [12, 40, 120].flatMap((reach) => [
  { back: reach, on: reach },
  { back: reach, on: 0 },
  { back: 0, on: reach },
])

/** A running header or footer has the same words: what stands beside them in the text tells. */
function locateBeside(page: PageText, source: PagedText, quote: Span): ItemSpan | null {
  const within = spanOfPage(source, pageOf(source, quote.start))
  if (quote.end > within.end) return null
  const fold = (start: number, end: number) => foldText(source.text.slice(start, end), 'letters')
  const read = fold(within.start, within.end)
  const needle = fold(quote.start, quote.end).text
  for (const { back, on } of besides) {
    const before = fold(Math.max(within.start, quote.start - back), quote.start).text
    const after = fold(quote.end, Math.min(within.end, quote.end + on)).text
    const sought = { before, needle, after }
    if (before + after === '' || !onlyOccurrence(read, sought)) continue
    const found = onlyOccurrence(page.folded, sought)
    if (found) return itemSpan(page, found.start, found.end)
  }
  return null
}

interface Broken {
  readonly letters: string
  readonly page: number
  readonly own: PageText
  readonly next: PageText
}

/** The longest beginning that the page has once, with a rest that the next page has once. */
function locateBroken({ letters, page, own, next }: Broken): PagePart[] | null {
  for (let at = letters.length - brokenMin; at >= brokenMin; at--) {
    const head = occurrences(own.folded, letters.slice(0, at), 2)
    if (head.length === 0) continue
    const tail = occurrences(next.folded, letters.slice(at), 2)
    const [first, rest] = [head[0], tail[0]]
    if (head.length !== 1 || tail.length !== 1 || !first || !rest) return null
    return [
      { page, span: itemSpan(own, first.start, first.end) },
      { page: page + 1, span: itemSpan(next, rest.start, rest.end) },
    ]
  }
  return null
}
