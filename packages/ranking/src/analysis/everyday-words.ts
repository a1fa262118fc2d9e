import { readFileSync } from 'node:fs'
import { textTerms } from './text-terms.ts'

/** Terms added to a question at most. */
const addedMax = 24

/** Groups of words that people and documents use for the same, a line each, written for this. */
const groups = readFileSync(new URL('./everyday-words.txt', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => [...new Set(textTerms(line))])

const groupsOf = new Map<string, string[][]>()
for (const group of groups)
  for (const term of group) groupsOf.set(term, [...(groupsOf.get(term) ?? []), group])

/** Other words for those of a question, as terms that it does not have: `deceas` for `die`. */
export function otherWords(terms: readonly string[]): string[] {
  const present = new Set(terms)
  const others = new Set([...present].flatMap((term) => groupsOf.get(term) ?? []).flat())
  return [...others].filter((term) => !present.has(term)).slice(0, addedMax)
}
