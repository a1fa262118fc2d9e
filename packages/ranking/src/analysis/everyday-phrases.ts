import { readFileSync } from 'node:fs'
import { textTerms } from './text-terms.ts'

/** Words added to a question at most. */
const addedMax = 8

/** A line each: phrases of people, and after ">" the words by which documents say the same. */
const lines = readFileSync(new URL('./everyday-phrases.txt', import.meta.url), 'utf8').split('\n')
const phrases = lines.flatMap((line) => {
  const [said = '', meant = ''] = line.split(' > ')
  return said.split('|').flatMap((phrase) => {
    const words = spaced(phrase)
    return words === '  ' ? [] : [{ words, terms: textTerms(meant) }]
  })
})

/**
 * What documents say for the phrases of a question, as terms that it does not have: `deceas` for
 * "passed away". One way only: a question about death is not about passing.
 */
export function documentWords(question: string, terms: readonly string[]): string[] {
  const asked = spaced(question)
  const meant = phrases.flatMap((phrase) => (asked.includes(phrase.words) ? phrase.terms : []))
  return [...new Set(meant)].filter((term) => !terms.includes(term)).slice(0, addedMax)
}

/** The words in small letters, each between spaces. */
function spaced(text: string): string {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}']+/gu) ?? []
  return ` ${words.join(' ')} `
}
