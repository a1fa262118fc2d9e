import { stemmer } from 'stemmer'
import type { ObliqaPassage } from './obliqa.ts'

const k1 = 1.2
const b = 0.75
const hits = 10
const stopWords = new Set(
  `a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will
  with`.split(/\s+/),
)

/** Textbook BM25 (Lucene's stop words, Porter stems, k1 1.2, b 0.75): baseline of P7, P8. */
export class TextbookBm25 {
  readonly #passages: readonly { readonly id: string; readonly length: number }[]
  readonly #postings = new Map<string, Map<number, number>>()
  readonly #averageLength: number

  constructor(passages: readonly Pick<ObliqaPassage, 'id' | 'text'>[]) {
    this.#passages = passages.map(({ id, text }, at) => {
      const terms = termsOf(text)
      for (const term of terms) this.#count(term, at)
      return { id, length: terms.length }
    })
    this.#averageLength = this.#passages.reduce((sum, { length }) => sum + length, 0) / passages.length
  }

  /** Ids of the ten best passages, best first. */
  rank(question: string): string[] {
    return this.score(question)
      .slice(0, hits)
      .map(({ id }) => id)
  }

  /** Every passage that has a word of the question, best first. */
  score(question: string): { readonly id: string; readonly score: number }[] {
    const scores = new Map<number, number>()
    for (const term of termsOf(question)) {
      const postings = this.#postings.get(term) ?? new Map<number, number>()
      const rarity = Math.log(1 + (this.#passages.length - postings.size + 0.5) / (postings.size + 0.5))
      for (const [at, count] of postings) {
        const relativeLength = (this.#passages[at]?.length ?? 0) / this.#averageLength
        const score = (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + b * relativeLength))
        scores.set(at, (scores.get(at) ?? 0) + score)
      }
    }
    const best = [...scores].sort((one, other) => other[1] - one[1])
    return best.map(([at, score]) => ({ id: this.#passages[at]?.id ?? '', score }))
  }

  #count(term: string, at: number): void {
    const postings = this.#postings.get(term) ?? new Map<number, number>()
    postings.set(at, (postings.get(at) ?? 0) + 1)
    this.#postings.set(term, postings)
  }
}

function termsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !stopWords.has(word)).map((word) => stemmer(word))
}
