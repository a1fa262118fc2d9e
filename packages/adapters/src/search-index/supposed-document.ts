import type {
  IndexedPassage,
  SearchHit,
  SearchHits,
  SearchQuery,
  SupposedDocument,
} from '@portal/service-kit/ports/search-index'
import { countTerms } from './analysis/asked-terms.ts'
import { passageTerms } from './analysis/passage-terms.ts'
import { type LexicalField, perField, saturatedCount } from './lexical-recipe.ts'

/** The weights of a question's terms in one field, rarity included. */
export type FieldWeights = ReadonlyMap<string, { readonly weight: number }>

/** A question against a collection: term weights and average lengths, per field. */
export interface WeightedQuestion {
  readonly weights: Readonly<Record<LexicalField, FieldWeights>>
  readonly averages: Readonly<Record<LexicalField, number>>
}

type PassageFields = Readonly<Record<LexicalField, readonly string[]>>

/** The lexical score of a passage by its terms. */
export function lexicalScore(terms: PassageFields, { weights, averages }: WeightedQuestion): number {
  const scores = perField((field) => fieldScore(terms[field], weights[field], averages[field]))
  return scores.body + scores.pairs + scores.heading
}

function fieldScore(terms: readonly string[], weights: FieldWeights, averageLength: number): number {
  let score = 0
  for (const [term, count] of countTerms(terms.filter((word) => weights.has(word)))) {
    score += (weights.get(term)?.weight ?? 0) * saturatedCount(count, terms.length / averageLength)
  }
  return score
}

/** How many passages of the supposed document have a term in a field. */
export function supposedFrequency(supposed: SupposedDocument | undefined) {
  const passages = supposed
    ? termsOf(supposed).map((terms) => perField((field) => new Set(terms[field])))
    : []
  return (field: LexicalField, term: string): number =>
    passages.reduce((count, terms) => count + (terms[field].has(term) ? 1 : 0), 0)
}

function termsOf({ passages, title }: SupposedDocument): PassageFields[] {
  return passages.map((passage) => passageTerms(passage, title))
}

/** What a search finds with the passages of the supposed document among its hits. */
export function withSupposed(
  hits: SearchHits,
  { supposed, vector, limit }: SearchQuery,
  question: WeightedQuestion | undefined,
): SearchHits {
  if (!supposed) return hits
  const hitOf = ({ id: passageId }: IndexedPassage, score: number): SearchHit => {
    return { passageId, documentId: supposed.documentId, versionId: supposed.versionId, score }
  }
  const terms = termsOf(supposed)
  const lexical = supposed.passages.map((passage, at) => {
    const own = terms[at]
    return hitOf(passage, own && question ? lexicalScore(own, question) : 0)
  })
  const cosines = supposed.passages.map((passage) => hitOf(passage, product(passage.vector, vector)))
  return {
    lexical: best([...hits.lexical, ...lexical.filter(({ score }) => score > 0)], limit),
    vector: best([...hits.vector, ...cosines], limit),
  }
}

function best(hits: readonly SearchHit[], limit: number): SearchHit[] {
  return hits.toSorted((a, b) => b.score - a.score).slice(0, limit)
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
