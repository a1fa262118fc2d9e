import type { ClauseWindow } from '@portal/clauses/form-windows'
import type { AskedQuestion } from './asked-question.ts'
import { type CutPassage, clausesAbove } from './cut-passages.ts'
import { hasPhrase, hasWord, phraseShare } from './has-word.ts'
import type { ClauseQuote } from './quote-clause.ts'

/** Share of a word that only title, headings or lead-ins have. */
const aboveShare = 0.6
/** Share of a word that begins like one of the question: "retain" and "retention". */
const kinShare = 0.7
const kinUnits = 5

/**
 * Share of the question's words of content that a window has, 0 to 1, rarer ones weighing more
 * (inverse frequency among the passages, Spärck Jones 1972).
 */
export function wordCoverage(
  { terms }: AskedQuestion,
  cuts: readonly CutPassage[],
): (cut: CutPassage, window: ClauseWindow) => number {
  const weights = termWeights(terms, cuts)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return () => 0
  return (cut, { first, last }) => {
    const own = cut.terms.slice(first, last + 1)
    const above = clausesAbove(cut, first).flatMap((at) => cut.terms[at] ?? [])
    const met = terms.map((term, at) => {
      const share = shareOf(term, own) || aboveShare * shareOf(term, [...above, cut.aboveTerms])
      return share * (weights[at] ?? 0)
    })
    return met.reduce((sum, share) => sum + share, 0) / total
  }
}

/** Of each term, by how few clauses have it. */
function termWeights(terms: readonly string[], cuts: readonly CutPassage[]): number[] {
  const clauses = cuts.flatMap((cut) => cut.terms)
  return terms.map((term) => {
    const holding = clauses.filter((held) => held.has(term)).length
    return Math.log(1 + clauses.length / (1 + holding))
  })
}

function shareOf(term: string, held: readonly ReadonlySet<string>[]): number {
  if (held.some((terms) => terms.has(term))) return 1
  if (term.length < kinUnits) return 0
  const beginning = term.slice(0, kinUnits)
  const isKin = held.some((terms) => [...terms].some((other) => other.startsWith(beginning)))
  return isKin ? kinShare : 0
}

type ShownClauses = Pick<ClauseQuote, 'cut' | 'shown'>

/** The words of the rule of a quotation itself, of what it hangs on, and of its titles. */
export function ruleWords({ cut, decides }: Pick<ClauseQuote, 'cut' | 'decides'>): ReadonlySet<string> {
  const clauses = [decides, ...clausesAbove(cut, decides)].map((at) => cut.terms[at] ?? [])
  return new Set([...clauses, cut.aboveTerms].flatMap((each) => [...each]))
}

/**
 * Share of the question's words, rarer ones weighing more, that are among those held, 0 to 1. Other
 * words for the same count: the value of the kind asked for may be of something else.
 */
export function subjectShare(
  question: AskedQuestion,
  cuts: readonly CutPassage[],
  held: ReadonlySet<string>,
): number {
  const { terms } = question
  let met = 0
  let total = 0
  for (const [at, weight] of termWeights(terms, cuts).entries()) {
    total += weight
    if (isMet(held, question, terms[at] ?? '')) met += weight
  }
  return total === 0 ? 0 : met / total
}

/** Whether a quotation, without its titles, has every word of the question as it is asked. */
export function saysAllWords({ terms }: AskedQuestion, quote: ShownClauses): boolean {
  const held = shownWords(quote)
  return terms.every((term) => held.has(term))
}

/** The same, or another word for each. */
export function meansAllWords({ terms }: AskedQuestion, quote: ShownClauses): boolean {
  const held = shownWords(quote)
  return terms.every((term) => hasWord(held, term))
}

/** Whether a quotation, with its titles, has every word of the question or another one for it. */
export function hasEveryWord(question: AskedQuestion, quote: ShownClauses): boolean {
  const held = heldBy(quote)
  return question.terms.every((term) => isMet(held, question, term))
}

/** Whether a quotation, without its titles, has any word of the question or another one for it. */
export function hasAnyWord(question: AskedQuestion, quote: ShownClauses): boolean {
  const held = shownWords(quote)
  return question.terms.some((term) => isMet(held, question, term))
}

/** How many words of the question a quotation has without its titles, or other ones for them. */
export function wordsMet({ terms }: AskedQuestion, quote: ShownClauses): number {
  const held = shownWords(quote)
  return terms.filter((term) => hasWord(held, term)).length
}

/**
 * How many words of the question a quotation says without its titles: by themselves, by another
 * word, which is none of the question's, or by all that documents say for a phrase.
 */
export function wordsSaid(question: AskedQuestion, quote: ShownClauses): number {
  const { terms } = question
  const held = shownWords(quote)
  const others = new Set([...held].filter((word) => !terms.includes(word)))
  const isSaid = (term: string) =>
    held.has(term) || hasWord(others, term) || phraseShare(held, question, term) === 1
  return terms.filter(isSaid).length
}

function isMet(held: ReadonlySet<string>, question: AskedQuestion, term: string): boolean {
  return hasWord(held, term) || hasPhrase(held, question, term)
}

/** The words of a quotation with its titles. */
export function heldBy(quote: ShownClauses): ReadonlySet<string> {
  return new Set([...shownWords(quote), ...quote.cut.aboveTerms])
}

function shownWords({ cut, shown }: ShownClauses): ReadonlySet<string> {
  return new Set(shown.flatMap((at) => [...(cut.terms[at] ?? [])]))
}
