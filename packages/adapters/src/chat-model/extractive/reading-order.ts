import type { ChosenQuote } from './choose-quotes.ts'

/** Further quotations of an answer are worse than the best by no more than this. */
const scoreStep = 3.5
/**
 * What is written before the first quotation is rarely what it hangs on, so it is worse by no more
 * than this. Chosen on the tuning half; without tokens, scores are nearer to each other.
 */
const earlierStep = { tokens: 2, words: 0.4 }

/**
 * The quotations of an answer in the order in which they are read: documents by their best one. The
 * first one answers, so nothing is read before it; what else there is follows as it is written.
 */
export function inReadingOrder(quotes: readonly ChosenQuote[]): ChosenQuote[] {
  const [first] = quotes
  if (first === undefined) return []
  const best = Math.max(...quotes.map(({ window }) => window.score))
  const earlier = earlierStep[first.cut.passage.windows === undefined ? 'words' : 'tokens']
  const isRead = (quote: ChosenQuote) => {
    const isEarlier = documentOf(quote) === documentOf(first) && startOf(quote) < startOf(first)
    return quote.window.score >= best - (isEarlier ? earlier : scoreStep)
  }
  const documents = Map.groupBy(quotes.filter(isRead), documentOf)
  const isAfter = (quote: ChosenQuote) => Number(quote !== first)
  return [...documents.values()].flatMap((ofOne) =>
    ofOne.toSorted((a, b) => isAfter(a) - isAfter(b) || startOf(a) - startOf(b)),
  )
}

function documentOf({ cut: { passage } }: ChosenQuote): string {
  return passage.position?.documentId ?? passage.id
}

function startOf({ cut: { passage, clauses }, decides }: ChosenQuote): number {
  return (passage.position?.start ?? 0) + (clauses[decides]?.start ?? 0)
}
