import type { ChosenQuote } from './choose-quotes.ts'
import { clauseText } from './cut-passages.ts'

/** Further quotations of an answer are worse than the best by no more than this. */
const scoreStep = 3.5
/**
 * What is written before the first quotation is read before it, so it is worse by no more than
 * this. Chosen on the tuning half; without tokens, scores are nearer to each other.
 */
const earlierStep = { tokens: 2, words: 0.4 }

/**
 * The quotations of an answer in the order in which they are read: documents by their best one, but
 * after those that the first refers to, and each as it is written. Another section, or another row
 * of a table, is about something else and is read after the first one, unless that is of an annex.
 * `mayPrecede`: whether one may be read before the first, as it may not if that decides.
 */
export function inReadingOrder(
  quotes: readonly ChosenQuote[],
  mayPrecede: (quote: ChosenQuote) => boolean,
): ChosenQuote[] {
  const [first] = quotes
  if (first === undefined) return []
  const best = Math.max(...quotes.map(({ window }) => window.score))
  const earlier = earlierStep[first.cut.passage.windows === undefined ? 'words' : 'tokens']
  const isEarlier = (quote: ChosenQuote) =>
    documentOf(quote) === documentOf(first) && startOf(quote) < startOf(first)
  const isRead = (quote: ChosenQuote) => {
    if (isEarlier(quote) && !mayPrecede(quote)) return false
    return quote.window.score >= best - (isEarlier(quote) ? earlier : scoreStep)
  }
  const turnOf = (quote: ChosenQuote) => {
    if (quote === first) return 1
    const isOfRule = sectionOf(quote) === sectionOf(first) || annex.test(sectionOf(first))
    const isBefore = isEarlier(quote) && isOfRule && !(isRow(quote) && isRow(first))
    return isBefore ? 0 : 2
  }
  const documents = [...Map.groupBy(quotes.filter(isRead), documentOf).values()]
  const isReferredTo = (ofOne: readonly ChosenQuote[]) =>
    documents[0]?.some((quote) => ofOne.some((other) => refersTo(quote, other))) ? 0 : 1
  return documents
    .toSorted((a, b) => isReferredTo(a) - isReferredTo(b))
    .flatMap((ofOne) => ofOne.toSorted((a, b) => turnOf(a) - turnOf(b) || startOf(a) - startOf(b)))
}

/** Holds figures that the rules before it are about. */
const annex = /^(?:appendix|annex|schedule|attachment)\b/im

function sectionOf({ cut: { passage } }: ChosenQuote): string {
  return passage.headingPath.join('\n')
}

function isRow({ cut, decides }: ChosenQuote): boolean {
  return cut.clauses[decides]?.kind === 'row'
}

const titleUnitsMin = 8

/** Whether a quotation names the document of the other, which says more. */
export function refersTo(quote: ChosenQuote, other: ChosenQuote): boolean {
  const title = other.cut.passage.documentTitle.toLowerCase()
  if (documentOf(quote) === documentOf(other) || title.length < titleUnitsMin) return false
  return quote.shown.some((at) => clauseText(quote.cut, at).toLowerCase().includes(title))
}

/** Of the document that is quoted, or where that is not known of the passage. */
export function documentOf({ cut: { passage } }: Pick<ChosenQuote, 'cut'>): string {
  return passage.position?.documentId ?? passage.id
}

function startOf({ cut: { passage, clauses }, decides }: ChosenQuote): number {
  return (passage.position?.start ?? 0) + (clauses[decides]?.start ?? 0)
}
