import { detectLanguage } from '@portal/language/detect-language'
import dictionary from 'dictionary-en'
import { stemmer } from 'stemmer'
import { everydayWords } from './everyday-words.ts'
import { editsOf, type KnownTerm, repairedTerm } from './spelling.ts'
import { textTerms } from './text-terms.ts'

/** Words of a question that are looked at, and repaired. */
const repairsMax = 4

const wordForm = /\p{L}+(?:['’]\p{L}+)*/gu

/**
 * A question as it was probably meant: words that are neither English nor in the passages found for
 * it become the nearest of their words and of everyday words, up to four. Names and abbreviations
 * stay, as far as capitals tell them, and so does a question in another language. `passages` are
 * texts with their titles and headings, and are only read if a word is doubtful.
 */
export function repairedQuestion(question: string, passages: () => readonly string[]): string {
  const doubtful = doubtfulWords(question)
  if (doubtful.length === 0) return question
  const words = wordsOf(passages())
  const terms = new Set(words.map(({ term }) => stemmer(term)))
  let meant = ''
  let from = 0
  for (const { 0: word, index } of doubtful) {
    const term = word.toLowerCase()
    const repaired = terms.has(stemmer(term)) ? undefined : repairedTerm(term, words)
    if (repaired === undefined) continue
    meant += question.slice(from, index) + inCaseOf(word, repaired)
    from = index + word.length
  }
  return meant + question.slice(from)
}

/** None, where they are so many that the question is probably not English. */
function doubtfulWords(question: string): RegExpExecArray[] {
  const asked = [...question.matchAll(wordForm)]
  const doubtful = asked.filter(isDoubtful)
  const isForeign = doubtful.length > 1 && doubtful.length > asked.length / 2
  if (isForeign || (detectLanguage(question) ?? 'en') !== 'en') return []
  return doubtful.slice(0, repairsMax)
}

/** One that might be misspelt: a name is known by its capital, where no sentence begins. */
function isDoubtful({ 0: word, index, input }: RegExpExecArray): boolean {
  const begins = /(?:^|[.?!:]\s+)["'“‘(]*$/u.test(input.slice(0, index))
  if (/\p{Lu}/u.test(begins ? word.slice(1) : word)) return false
  const term = word.toLowerCase()
  return editsOf(term) > 0 && textTerms(term).length > 0 && !englishTerms().has(stemmer(term))
}

function inCaseOf(word: string, repaired: string): string {
  return /^\p{Lu}/u.test(word) ? `${repaired.charAt(0).toUpperCase()}${repaired.slice(1)}` : repaired
}

function wordsOf(passages: readonly string[]): KnownTerm[] {
  const counts = new Map<string, number>(everydayWords.map((word) => [word, 0]))
  for (const passage of passages)
    for (const [word] of passage.toLowerCase().matchAll(wordForm))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].map(([term, frequency]) => ({ term, frequency }))
}

let english: ReadonlySet<string> | undefined

/** Stems of the dictionary's words, so that their forms need no rules of their own. */
function englishTerms(): ReadonlySet<string> {
  if (english) return english
  const lines = Buffer.from(dictionary.dic).toString('utf8').toLowerCase().split('\n')
  english = new Set(lines.map((line) => stemmer(line.replace(/\/.*$/, ''))))
  return english
}
