import type { AskedQuestion } from './asked-question.ts'
import { clauseText } from './cut-passages.ts'
import type { ClauseQuote } from './quote-clause.ts'

/** Texts that differ in one of these do not say the same. */
const turning = new Set(
  (
    'not no never none nobody nor without only unless except may must cannot can shall should ' +
    'one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty sixty ninety hundred ' +
    'minutes hours days weeks months years minute hour day week month year daily weekly monthly quarterly annually'
  ).split(' '),
)
/** Of all words of both texts, so many are in both. */
const sharedMin = 0.7

/**
 * The same rule in another passage: copies of a template would displace other rules. One that has a
 * word of the question which the other lacks is about something else.
 */
export function isDuplicate(
  { terms }: AskedQuestion,
  chosen: readonly Pick<ClauseQuote, 'cut' | 'decides'>[],
  { cut, decides }: Pick<ClauseQuote, 'cut' | 'decides'>,
): boolean {
  const words = clauseText(cut, decides)
  const held = cut.terms[decides]
  return chosen.some((other) => {
    if (other.cut === cut || !sayTheSame(clauseText(other.cut, other.decides), words)) return false
    const others = other.cut.terms[other.decides]
    return !terms.some((term) => held?.has(term) && !others?.has(term))
  })
}

/** Whether two texts say the same in nearly the same words: never where a number differs. */
function sayTheSame(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  const differing = [...words, ...others].filter((word) => !(words.has(word) && others.has(word)))
  if (differing.some((word) => turning.has(word) || /\p{N}/u.test(word))) return false
  const all = new Set([...words, ...others]).size
  return all - differing.length >= sharedMin * all
}

function wordsOf(text: string): Set<string> {
  return new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  )
}
