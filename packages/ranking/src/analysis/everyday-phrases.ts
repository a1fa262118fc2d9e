import { readFileSync } from 'node:fs'
import { textTerms } from './text-terms.ts'

/** Words added to a question at most. */
const addedMax = 8
/** The part of a question that is looked through. */
const charactersMax = 2000

/** What people say in several words, and what documents say for it. */
export interface EverydayPhrase {
  /** Its terms: `passed away` has `pass` and `awai`. */
  readonly terms: readonly string[]
  /** The words of documents, as they are written and as terms. */
  readonly meant: string
  readonly meantTerms: readonly string[]
}

/** A line each: phrases of people, and after ">" the words by which documents say the same. */
const lines = readFileSync(new URL('./everyday-phrases.txt', import.meta.url), 'utf8').split('\n')
const phrases = lines.flatMap((line) => {
  const [said = '', meant = ''] = line.split(' > ')
  const meantTerms = textTerms(meant)
  return said.split('|').flatMap((phrase) => {
    const words = spaced(phrase)
    return words === '  ' ? [] : [{ words, terms: textTerms(phrase), meant, meantTerms }]
  })
})

/** The phrases that a question has. */
export function phrasesIn(question: string): EverydayPhrase[] {
  const asked = spaced(question)
  return phrases.filter(({ words }) => asked.includes(words))
}

/**
 * What documents say for the phrases of a question, as terms that it does not have: `deceas` for
 * "passed away". One way only: a question about death is not about passing.
 */
export function documentWords(question: string, terms: readonly string[]): string[] {
  const meant = phrasesIn(question).flatMap(({ meantTerms }) => meantTerms)
  return [...new Set(meant)].filter((term) => !terms.includes(term)).slice(0, addedMax)
}

/**
 * The question followed by what documents say for its phrases, to be encoded beside it; null if it
 * has none: "Can I fly business class? (airfare travel)".
 */
export function inDocumentWords(question: string): string | null {
  const text = question.slice(0, charactersMax).toWellFormed()
  const own = new Set(textTerms(text))
  const words = new Set(phrasesIn(text).flatMap(({ meant }) => meant.split(' ')))
  const added = [...words].filter((word) => textTerms(word).some((term) => !own.has(term)))
  return added.length === 0 ? null : `${text} (${added.slice(0, addedMax).join(' ')})`
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
