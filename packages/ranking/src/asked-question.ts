import { askedTerms, countTerms } from './analysis/asked-terms.ts'
import { withoutCourtesies } from './analysis/courtesies.ts'
import { inDocumentWords, phrasesIn } from './analysis/everyday-phrases.ts'
import { type TermSpan, termSpans } from './analysis/text-terms.ts'
import { inverseFrequency, lexicalRecipe } from './lexical-recipe.ts'
import type { WeightedQuestion } from './lexical-score.ts'

/** The part of a question that is read. */
const charactersMax = 2000
/** Words compared with the tokens of passages, the rarest ones. */
const wordsMax = 24

/** A content word of a question with its vector as int8, as tokens have it. */
export interface AskedWord {
  readonly vector: Int8Array
  /** What documents say for a phrase that it is part of: any of these meets it as well. */
  readonly others: readonly Int8Array[]
  /** Inverse document frequency of its term; that of an unknown one is the highest. */
  readonly rarity: number
}

/** What is known of a question when passages are ranked for it. */
export interface AskedQuestion {
  /** Its direction; with everyday phrases, midway to the same in the words of documents. */
  readonly vector: Float32Array
  /** Of both wordings, or its own alone: a passage is as near as to the nearer one. */
  readonly wordings: readonly Float32Array[]
  readonly words: readonly AskedWord[]
  readonly statistics: WeightedQuestion | undefined
  /** Sum of the rarities of its distinct content words; lexical scores are divided by it. */
  readonly rarity: number
}

/** As an encoder returns them; `ranges` has the first token of each word and the one after it. */
export interface EncodedQuestion {
  readonly vector: Float32Array
  readonly tokens: Int8Array
  readonly ranges: Uint16Array
  readonly tokenDimensions: number
}

/** A question with the same in the words of documents, where it has everyday phrases. */
export type EncodedWordings = (EncodedQuestion | Pick<EncodedQuestion, 'vector'>) & {
  readonly reworded?: EncodedQuestion | Pick<EncodedQuestion, 'vector'> | undefined
}

/** The content words of a question, each where it first stands. */
export function questionWords(question: string): TermSpan[] {
  const first = new Map<string, TermSpan>()
  for (const span of termSpans(withoutCourtesies(question.slice(0, charactersMax).toWellFormed())))
    if (!first.has(span.term)) first.set(span.term, span)
  return [...first.values()]
}

/**
 * Joins what the encoder and the index know of a question. `encoded.ranges` are those of its
 * {@link questionWords}, `encoded.reworded` is of its {@link inDocumentWords}; with the vector
 * alone, words are not compared with tokens.
 */
export function askedQuestion(
  question: string,
  statistics: WeightedQuestion | undefined,
  encoded: EncodedWordings,
): AskedQuestion {
  const words = questionWords(question)
  const rarities = raritiesOf(question, words, statistics)
  const rarity = rarities.reduce((sum, value) => sum + value, 0)
  const { reworded } = encoded
  const vector = reworded ? midway(encoded.vector, reworded.vector) : encoded.vector
  const wordings = reworded ? [encoded.vector, reworded.vector] : [encoded.vector]
  const asked = { vector, wordings, statistics, rarity }
  if (!('tokens' in encoded)) return { ...asked, words: [] }
  const othersOf = otherVectors(question, reworded)
  const known = words.flatMap(({ term }, at): AskedWord[] => {
    const own = wordVector(encoded, at)
    return own === null ? [] : [{ vector: own, others: othersOf(term), rarity: rarities[at] ?? 0 }]
  })
  return { ...asked, words: known.toSorted((a, b) => b.rarity - a.rarity).slice(0, wordsMax) }
}

function wordVector({ tokens, ranges, tokenDimensions: dimensions }: EncodedQuestion, at: number) {
  const [from = 0, to = 0] = ranges.subarray(2 * at, 2 * at + 2)
  const pieces = tokens.subarray(from * dimensions, to * dimensions)
  return pieces.length === 0 ? null : unitSum(pieces, dimensions)
}

/** Of a term, the vectors of what documents say for the phrases that it is part of. */
function otherVectors(
  question: string,
  reworded: EncodedWordings['reworded'],
): (term: string) => readonly Int8Array[] {
  const text = inDocumentWords(question)
  if (text === null || !reworded || !('tokens' in reworded)) return () => []
  const vectors = new Map(questionWords(text).map(({ term }, at) => [term, wordVector(reworded, at)]))
  const phrases = phrasesIn(question.slice(0, charactersMax))
  return (term) =>
    phrases
      .filter(({ terms }) => terms.includes(term))
      .flatMap(({ meantTerms }) => meantTerms.flatMap((meant) => vectors.get(meant) ?? []))
}

function midway(one: Float32Array, other: Float32Array): Float32Array {
  const sum = one.map((value, at) => value + (other[at] ?? 0))
  const length = Math.hypot(...sum) || 1
  return sum.map((value) => value / length)
}

/** The index has weights, which are rarity times occurrences in the question. */
function raritiesOf(
  question: string,
  words: readonly TermSpan[],
  statistics: WeightedQuestion | undefined,
): number[] {
  const counts = countTerms(askedTerms(question).terms)
  return words.map(({ term }) => {
    const weight = statistics?.weights.body.get(term)?.weight
    if (weight === undefined) return inverseFrequency(0, statistics?.passages ?? 0)
    return weight / (lexicalRecipe.fields.body * (counts.get(term) ?? 1))
  })
}

/** The direction of the sum of rows, times 127: the pieces of a word count as one. */
function unitSum(rows: Int8Array, dimensions: number): Int8Array {
  const sum = new Float64Array(dimensions)
  for (let at = 0; at < rows.length; at++) {
    const column = at % dimensions
    sum[column] = (sum[column] ?? 0) + (rows[at] ?? 0)
  }
  const length = Math.hypot(...sum) || 1
  return Int8Array.from(sum, (value) => Math.round((127 * value) / length))
}
