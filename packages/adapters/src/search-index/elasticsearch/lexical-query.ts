import type { estypes } from '@elastic/elasticsearch'
import { type AskedTerms, countTerms } from '../analysis/asked-terms.ts'
import { type LexicalField, lexicalRecipe } from '../lexical-recipe.ts'

/** Distinct terms per field: three fields stay below the engine's 1,024 clauses. */
const termsMax = 250

/** Lucene omits the factor k1 + 1 of BM25; with it scores equal the recipe's. */
const scale = lexicalRecipe.k1 + 1

/** The recipe as a query, undefined without searchable words. Terms match literally. */
export function lexicalQuery(
  asked: AskedTerms,
  expansions: readonly string[],
): estypes.QueryDslQueryContainer[] | undefined {
  if (asked.terms.length === 0 && asked.pairs.length === 0) return undefined
  const words = countTerms(asked.terms)
  const body = new Map([...words].slice(0, termsMax))
  for (const term of expansions) body.set(term, lexicalRecipe.abbreviations)
  return [
    ...clauses('body', body),
    ...clauses('pairs', countTerms(asked.pairs)),
    ...clauses('heading', words),
  ]
}

function clauses(
  field: LexicalField,
  weights: ReadonlyMap<string, number>,
): estypes.QueryDslQueryContainer[] {
  const fieldWeight = lexicalRecipe.fields[field]
  return [...weights]
    .slice(0, termsMax + 50)
    .map(([value, weight]) => ({ term: { [field]: { value, boost: scale * fieldWeight * weight } } }))
}
