import type { AskedQuestion } from './asked-question.ts'
import { asksFor } from './asked-value.ts'
import type { ChosenQuote } from './choose-quotes.ts'
import { clauseText } from './cut-passages.ts'
import { hasPhrase, hasWord } from './has-word.ts'
import { quoteClause } from './quote-clause.ts'
import { documentOf } from './reading-order.ts'
import type { ScoredWindow } from './score-windows.ts'
import { heldBy } from './word-coverage.ts'

/** Where a rule says that its figures stand: "the limit per night in Appendix A". */
const location =
  /\b(?:[Aa]ppendix|[Aa]nnex|[Ss]chedule|[Aa]ttachment|[Tt]able|[Ss]ection) (?:\d{1,2}(?:\.\d{1,2})*|[IVX]{1,4}|[A-Z])\b/g
const below = /\b(?:(?:table|rates|limits|amounts|figures) below|following (?:table|rates|limits|amounts))\b/i
/** A row is read as part of the rule that names its table. */
const belowRule = 0.01
const hasValueMin = 0.9

/**
 * Where a quantity is asked for and the rule that was found names the place of its figures, the one
 * row there that has what the rule lacks of the question: "Germany" of "the daily allowance in
 * Germany". Null where there is none, or several.
 */
export function referredRow(
  question: AskedQuestion,
  windows: readonly ScoredWindow[],
  rule: ChosenQuote,
): ChosenQuote | null {
  if (question.asks !== null || asksFor(question.text) !== 'quantity') return null
  const words = rule.shown.map((at) => clauseText(rule.cut, at)).join('\n')
  const locations = (words.match(location) ?? []).map((name) => name.toLowerCase())
  const isNamed = ({ cut }: ScoredWindow) => {
    if (cut === rule.cut) return below.test(words)
    if (documentOf({ cut }) !== documentOf(rule)) return false
    return cut.passage.headingPath.some((heading) => locations.some((name) => isHeadingOf(heading, name)))
  }
  const named = windows.filter(
    (window) =>
      window.first === window.last &&
      window.cut.clauses[window.first]?.kind === 'row' &&
      window.value >= hasValueMin &&
      !(window.cut === rule.cut && rule.shown.includes(window.first)) &&
      isNamed(window),
  )
  const ofRule = heldBy(rule)
  const has = (held: ReadonlySet<string>, term: string) =>
    hasWord(held, term) || hasPhrase(held, question, term)
  const lacking = question.terms.filter((term) => !has(ofRule, term))
  const metBy = ({ cut, first }: ScoredWindow) =>
    lacking.filter((term) => has(cut.terms[first] ?? new Set(), term)).length
  const most = Math.max(0, ...named.map(metBy))
  const [row, ...others] = named.filter((window) => metBy(window) === most)
  if (most === 0 || row === undefined || others.length > 0) return null
  const { cut, first } = row
  const quote = quoteClause(cut, {
    question,
    decides: first,
    first,
    last: first,
    withValue: [],
    isFirst: false,
  })
  const score = rule.window.score - belowRule
  return { ...quote, window: { ...row, score }, ownValue: row.value }
}

/** "Appendix A. Limits and rates", and for a section "7. Rates". */
function isHeadingOf(heading: string, named: string): boolean {
  const begins = heading.toLowerCase()
  const names = [named, ...(named.startsWith('section ') ? [named.slice('section '.length)] : [])]
  return names.some((name) => begins.startsWith(name) && !/^[\w]|^\.\d/.test(begins.slice(name.length)))
}
