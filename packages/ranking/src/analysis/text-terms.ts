import { stemmer } from 'stemmer'

/** Incremented with every change of the text analysis; all adapters then re-index. */
export const analysisVersion = 1

/** Lucene's English stop words, and question words. */
const stopWords: ReadonlySet<string> = new Set(
  `a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with
  what which who whom whose when where why how do does did can could should would may might must shall have has had having been being
  were am i we us our you your my me he him his she her hers them its any all about`.split(/\s+/),
)

const stemsMax = 50_000
const stems = new Map<string, string>()

const wordForm = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu

/** Porter-stemmed search terms: letters and digits only, so none can carry a query operator. */
export function textTerms(text: string): string[] {
  const words = text.normalize('NFKC').toLowerCase().match(wordForm) ?? []
  const terms: string[] = []
  for (const word of words) {
    const plain = word.replace(/['’].*$/u, '')
    if (!stopWords.has(plain)) terms.push(stem(plain))
  }
  return terms
}

/** A word of a text with its search term: UTF-16 offsets `[start, end)`. */
export interface TermSpan {
  readonly term: string
  readonly start: number
  readonly end: number
}

/** The words of a text that are search terms, where they stand, in order. */
export function termSpans(text: string): TermSpan[] {
  return [...text.matchAll(wordForm)].flatMap(({ 0: word, index }) => {
    const [term] = textTerms(word)
    return term === undefined ? [] : [{ term, start: index, end: index + word.length }]
  })
}

/** Adjacent terms, formed after stop words and stemming. */
export function termPairs(terms: readonly string[]): string[] {
  return terms.slice(1).map((term, index) => `${terms[index]}_${term}`)
}

/** Numbers of rules and sections ("4.2.1"); single numbers are ordinary terms. */
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
