import { readFileSync } from 'node:fs'
import { textTerms } from './text-terms.ts'

/** Terms added to a question at most. */
const addedMax = 24

interface WordGroup {
  readonly terms: readonly string[]
  /** After one of these, the words mean something else: a server that died is not deceased. */
  readonly unless: readonly string[]
}

/**
 * Groups of words that people and documents use for the same, a line each, written for this; after
 * "<" the words after which they are not.
 */
const text = readFileSync(new URL('./everyday-words.txt', import.meta.url), 'utf8')
const groups = text.split('\n').map((line): WordGroup => {
  const [same = '', unless = ''] = line.split(' < ')
  return { terms: [...new Set(textTerms(same))], unless: [...new Set(textTerms(unless))] }
})

/** The words of all groups, as they are written. */
export const everydayWords: readonly string[] = [...new Set(text.match(/\p{L}+/gu))]

const groupsOf = new Map<string, WordGroup[]>()
for (const group of groups)
  for (const term of group.terms) groupsOf.set(term, [...(groupsOf.get(term) ?? []), group])

/** Other words for the terms of a question in order, none of its own: `deceas` for `die`. */
export function otherWords(terms: readonly string[]): string[] {
  const present = new Set(terms)
  const meant = terms.flatMap((term, at) => {
    const before = terms[at - 1] ?? ''
    return (groupsOf.get(term) ?? []).filter(({ unless }) => !unless.includes(before))
  })
  const others = new Set(meant.flatMap((group) => group.terms))
  return [...others].filter((term) => !present.has(term)).slice(0, addedMax)
}
