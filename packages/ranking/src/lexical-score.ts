import { countTerms } from './analysis/asked-terms.ts'
import type { PassageFields } from './analysis/passage-terms.ts'
import { type LexicalField, perField, saturatedCount } from './lexical-recipe.ts'

/** The weights of a question's terms in one field, rarity included. */
export type FieldWeights = ReadonlyMap<string, { readonly weight: number }>

/**
 * A question against a collection of passages: the weights of the terms that occur in it and the
 * average lengths, per field.
 */
export interface WeightedQuestion {
  readonly passages: number
  readonly weights: Readonly<Record<LexicalField, FieldWeights>>
  readonly averages: Readonly<Record<LexicalField, number>>
}

/** The lexical score of a passage by its terms. */
export function lexicalScore(terms: PassageFields, question: WeightedQuestion): number {
  const scores = lexicalScores(terms, question)
  return scores.body + scores.pairs + scores.heading
}

/** The part of each field in the lexical score, field weights included. */
export function lexicalScores(
  terms: PassageFields,
  { weights, averages }: WeightedQuestion,
): Record<LexicalField, number> {
  return perField((field) => fieldScore(terms[field], weights[field], averages[field]))
}

function fieldScore(terms: readonly string[], weights: FieldWeights, averageLength: number): number {
  let score = 0
  for (const [term, count] of countTerms(terms.filter((word) => weights.has(word)))) {
    score += (weights.get(term)?.weight ?? 0) * saturatedCount(count, terms.length / averageLength)
  }
  return score
}
