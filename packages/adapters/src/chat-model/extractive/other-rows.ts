import type { AskedQuestion } from './asked-question.ts'
import type { ChosenQuote } from './choose-quotes.ts'
import { clausesAbove, clauseText } from './cut-passages.ts'
import { hasWord } from './has-word.ts'
import type { ScoredWindow } from './score-windows.ts'

const number = '(?<![\\d.,])(\\d{1,3}(?:[,. ]\\d{3})+|\\d+)(?:[.,]\\d{1,2}(?!\\d))?'
const currency = '(?:[€$£]|EUR|USD|GBP|CHF|euros?|dollars?|pounds?|francs?)'
const amount = `(?:${currency}\\s?${number}|${number}\\s?${currency}(?!\\p{L}))`
const amountNamed = new RegExp(amount, 'giu')
/** "EUR 1,501 to EUR 5,000", "Up to EUR 1,500", "More than EUR 5,000" at the beginning of a row. */
const range = new RegExp(
  `^(?:(?:from )?${amount}\\s?(?:to|[-–])\\s?${amount}|(up to|at most|less than|under|below|more than|over|above|from|at least) ${amount})`,
  'iu',
)
const isMost = /^(?:up to|at most|less than|under|below)$/i
const isStrict = /^(?:less than|under|below|more than|over|above)$/i

/**
 * The windows without those that have a row for a range of money in which the one amount that a
 * question names is not.
 */
export function withoutOtherAmounts(
  { text }: Pick<AskedQuestion, 'text'>,
  windows: readonly ScoredWindow[],
): readonly ScoredWindow[] {
  const [named, ...others] = [...text.matchAll(amountNamed)].map((match) => valueIn(match.slice(1)))
  if (named === undefined || others.length > 0) return windows
  return windows.filter(({ cut, first, last }) =>
    cut.clauses
      .slice(first, last + 1)
      .every(({ kind }, at) => kind !== 'row' || includesAmount(clauseText(cut, first + at), named)),
  )
}

function includesAmount(row: string, named: number): boolean {
  const found = range.exec(row)
  if (found === null) return true
  const [least, most, bound, single] = [found.slice(1, 3), found.slice(3, 5), found[5], found.slice(6, 8)]
  if (bound === undefined) return named >= valueIn(least) && named <= valueIn(most)
  const limit = valueIn(single)
  if (named === limit) return !isStrict.test(bound)
  return isMost.test(bound) ? named < limit : named > limit
}

function valueIn(digits: readonly (string | undefined)[]): number {
  return Number((digits.find((each) => each !== undefined) ?? '').replace(/[,. ]/g, ''))
}

/**
 * The quotations without rows of a table of which another row is quoted that has every word of the
 * question that they have, and more: it is the one that is asked about. What the table says above
 * its rows tells none from the others.
 */
export function withoutOtherRows(
  { terms }: Pick<AskedQuestion, 'terms'>,
  quotes: readonly ChosenQuote[],
): readonly ChosenQuote[] {
  const wordsOf = ({ cut, decides }: ChosenQuote) => {
    const above = clausesAbove(cut, decides).flatMap((at) => [...(cut.terms[at] ?? [])])
    const ofTable = new Set([...above, ...cut.aboveTerms])
    const own = cut.terms[decides] ?? new Set()
    const ofRow = terms.filter((term) => hasWord(own, term) && !hasWord(ofTable, term))
    // The thousands of two amounts are no word that both have.
    return ofRow.filter((term) => /\p{L}/u.test(term))
  }
  const saysMore = (other: ChosenQuote, quote: ChosenQuote) => {
    if (other.cut !== quote.cut || tableOf(other) === null || tableOf(other) !== tableOf(quote)) return false
    const [own, others] = [wordsOf(quote), wordsOf(other)]
    return others.length > own.length && own.every((term) => others.includes(term))
  }
  const left = quotes.filter((quote) => !quotes.some((other) => saysMore(other, quote)))
  const [first] = quotes
  const instead = left.find((other) => first !== undefined && saysMore(other, first))
  return instead === undefined ? left : [instead, ...left.filter((quote) => quote !== instead)]
}

function tableOf({ cut, decides }: ChosenQuote): number | null {
  const clause = cut.clauses[decides]
  return clause?.kind === 'row' ? clause.hangsOn : null
}
