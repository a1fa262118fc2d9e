import { otherWords } from '@portal/ranking/analysis/everyday-words'
import type { AskedQuestion } from './asked-question.ts'

const kinUnits = 5

/**
 * Whether words hold a term of a question, one that begins like it, another word for it, or what
 * documents say for a phrase that it is part of.
 */
export function hasWord(
  held: ReadonlySet<string>,
  { phrases }: Pick<AskedQuestion, 'phrases'>,
  term: string,
): boolean {
  const meant = phrases.filter(({ terms }) => terms.includes(term)).flatMap(({ meantTerms }) => meantTerms)
  return [term, ...otherWords([term]), ...meant].some((word) => isIn(held, word))
}

function isIn(held: ReadonlySet<string>, term: string): boolean {
  if (held.has(term)) return true
  if (term.length <= kinUnits) return false
  const beginning = term.slice(0, kinUnits)
  return [...held].some((other) => other.startsWith(beginning))
}
