import { stemmer } from 'stemmer'
import { stopWords } from './stop-words.ts'

const stemsMax = 50_000
const stems = new Map<string, string>()

/**
 * Search terms of a text in order: words in lower case, without stop words and possessive endings, stemmed after Porter (1980). A term
 * consists of letters and digits only, so it cannot carry a query operator.
 */
export function textTerms(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? []
  const terms: string[] = []
  for (const word of words) {
    const plain = word.replace(/['’].*$/u, '')
    if (!stopWords.has(plain)) terms.push(stem(plain))
  }
  return terms
}

/** Adjacent terms as one, in order: after stop words and stemming, so "approval of the board" and "board approvals" meet in part. */
export function termPairs(terms: readonly string[]): string[] {
  return terms.slice(1).map((term, index) => `${terms[index]}_${term}`)
}

/** Numbers of rules and sections as written ("4.2.1"); single numbers are ordinary terms. */
export function ruleNumbers(text: string): string[] {
  const numbers =
    text
      .normalize('NFKC')
      .replaceAll(/\p{Cf}/gu, '')
      .match(/\b\d+(?:\.\d+)+/gu) ?? []
  return numbers.map((number) => `#${number}`)
}

function stem(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (stems.size >= stemsMax) stems.clear()
  const stemmed = /^[a-z]{3,40}$/.test(word) ? stemmer(word) : word
  stems.set(word, stemmed)
  return stemmed
}
