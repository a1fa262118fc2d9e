/**
 * The lexical recipe of every adapter: BM25 (Robertson and Zaragoza 2009) over three fields of a
 * passage. k1 was tuned on the first half of ObliQA dev: against the usual 0.9, 0.6 gains
 * 0.4 points of Recall@10 and 1.0 of MAP@10.
 */
export const lexicalRecipe = {
  k1: 0.6,
  b: 0.75,
  /** Field weights. `pairs`: adjacent terms and rule numbers; `heading`: title and heading path. */
  fields: { body: 1, pairs: 0.5, heading: 0.2 },
  /** Weight of terms that abbreviate the question's terms, or that they abbreviate. */
  abbreviations: 0.3,
  /** Weight of other words for the question's. */
  otherWords: 0.3,
  /** Weight of the known term that an unknown one was most likely meant to be. */
  repaired: 0.8,
} as const

/** A field of the recipe. */
export type LexicalField = keyof typeof lexicalRecipe.fields

/** A value for each field. */
export function perField<Value>(compute: (field: LexicalField) => Value): Record<LexicalField, Value> {
  return { body: compute('body'), pairs: compute('pairs'), heading: compute('heading') }
}

/**
 * Inverse document frequency of a term found in `frequency` of `passages` passages; never negative.
 */
export function inverseFrequency(frequency: number, passages: number): number {
  return Math.log(1 + (passages - frequency + 0.5) / (frequency + 0.5))
}

/** The saturated count of a term in a field, by the field's length relative to the average. */
export function saturatedCount(count: number, relativeLength: number): number {
  const { k1, b } = lexicalRecipe
  return (count * (k1 + 1)) / (count + k1 * (1 - b + b * relativeLength))
}
