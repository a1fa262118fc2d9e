import { withoutCourtesies } from './courtesies.ts'
import { documentWords } from './everyday-phrases.ts'
import { otherWords } from './everyday-words.ts'
import { ruleNumbers, termPairs, textTerms } from './text-terms.ts'

/** The part of a question that is analysed. */
const charactersMax = 8000
const longestExpansion = 8

/** Terms of a question, in order and with repetitions, without operators. */
export interface AskedTerms {
  readonly terms: readonly string[]
  /** Adjacent terms and rule numbers. */
  readonly pairs: readonly string[]
  /** Other words for the same; none of `terms`. */
  readonly others: readonly string[]
  /** Runs of two to eight terms, which may be the long form of an abbreviation. */
  readonly runs: readonly string[]
}

/** Reads the first part of a question; `related` are words that its asker's organization adds. */
export function askedTerms(question: string, related: readonly string[] = []): AskedTerms {
  const text = question.slice(0, charactersMax).toWellFormed()
  const terms = textTerms(withoutCourtesies(text))
  const runs: string[] = []
  for (let length = 2; length <= longestExpansion; length++) {
    for (let start = 0; start + length <= terms.length; start++) {
      runs.push(terms.slice(start, start + length).join(' '))
    }
  }
  const pairs = [...termPairs(terms), ...ruleNumbers(text)]
  const own = textTerms(related.join('\n')).filter((term) => !terms.includes(term))
  return {
    terms,
    pairs,
    others: [...new Set([...own, ...documentWords(text, terms), ...otherWords(terms)])],
    runs,
  }
}

/** Occurrences per term. */
export function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}
