import type { estypes } from '@elastic/elasticsearch'
import { type AskedTerms, askedTerms, countTerms } from '@portal/ranking/analysis/asked-terms'
import { editsOf, repairedTerm } from '@portal/ranking/analysis/spelling'
import { type LexicalField, lexicalRecipe } from '@portal/ranking/lexical-recipe'
import type { SearchQuery } from '@portal/service-kit/ports/search-index'
import type { EngineClient } from './engine-client.ts'
import { readableFilter } from './passage-document.ts'

/** Distinct terms per field: three fields stay below the engine's 1,024 clauses. */
const termsMax = 250
const askedMax = 2000
const bucketsMax = 128
const addedMax = 32
/** Terms looked up as possibly misspelt, near ones read for each, and repairs made. */
const [suggestedMax, optionsMax, repairsMax] = [32, 8, 4]

/** How often a question asks for each term, per field; expansions with the weight of theirs. */
export type AskedFields = Readonly<Record<LexicalField, ReadonlyMap<string, number>>>

/** The terms of a question, undefined without searchable words. */
export async function askedFields(
  engine: EngineClient,
  query: SearchQuery,
): Promise<AskedFields | undefined> {
  const asked = askedTerms(query.text, query.related)
  const words = countTerms(asked.terms)
  const pairs = countTerms(asked.pairs)
  if (words.size === 0 && pairs.size === 0) return undefined
  const heading = new Map([...words].slice(0, termsMax))
  for (const term of asked.others) heading.set(term, lexicalRecipe.otherWords)
  const { expansions, repairs } = await findOtherForms(engine, query, asked)
  for (const term of repairs) heading.set(term, lexicalRecipe.repaired)
  const body = new Map(heading)
  for (const term of expansions) body.set(term, lexicalRecipe.abbreviations)
  return { body, pairs, heading }
}

/** The recipe as a query. Terms match literally. */
export function lexicalQuery({ body, pairs, heading }: AskedFields): estypes.QueryDslQueryContainer[] {
  return [...clauses('body', body), ...clauses('pairs', pairs), ...clauses('heading', heading)]
}

function clauses(
  field: LexicalField,
  weights: ReadonlyMap<string, number>,
): estypes.QueryDslQueryContainer[] {
  // Unlike Lucene's, the engine's BM25 has the factor k1 + 1: scores equal the recipe's.
  const fieldWeight = lexicalRecipe.fields[field]
  return [...weights]
    .slice(0, termsMax + 50)
    .map(([value, weight]) => ({ term: { [field]: { value, boost: fieldWeight * weight } } }))
}

/**
 * Other forms of the question's abbreviations, from passages that the asker may read, and what its
 * unknown terms were most likely meant to be, from the terms of the shard.
 */
async function findOtherForms(engine: EngineClient, query: SearchQuery, asked: AskedTerms) {
  const [terms, runs] = [new Set(asked.terms), new Set(asked.runs)]
  if (terms.size === 0) return { expansions: [], repairs: [] }
  const shorts = [...terms].slice(0, askedMax)
  const longs = [...runs].slice(0, askedMax)
  const should = [{ terms: { shorts } }, { terms: { longs } }]
  const { aggregations, suggest } = await engine.call('search', (client) =>
    client.search<unknown, { introduced: { buckets: readonly { readonly key: string }[] } }>({
      index: engine.passages,
      routing: String(query.organizationId),
      size: 0,
      track_total_hits: false,
      allow_partial_search_results: false,
      query: { bool: { filter: readableFilter(query), should, minimum_should_match: 1 } },
      aggs: { introduced: { terms: { field: 'abbreviations', size: bucketsMax } } },
      ...unknownTerms([...terms]),
    }),
  )
  // Unrelated abbreviations of the same passages are skipped.
  const added = aggregations?.introduced.buckets.flatMap(({ key }) => {
    const [short = '', ...long] = key.split(' ')
    return [...(terms.has(short) ? long : []), ...(runs.has(long.join(' ')) ? [short] : [])]
  })
  return {
    expansions: [...new Set(added)].filter((term) => !terms.has(term)).slice(0, addedMax),
    repairs: repairsIn(suggest),
  }
}

/** Asks for known terms near to each that the shard does not have. */
function unknownTerms(terms: readonly string[]): Pick<estypes.SearchRequest, 'suggest'> {
  const repairable = terms.filter((term) => editsOf(term) > 0).slice(0, suggestedMax)
  if (repairable.length === 0) return {}
  const term = {
    field: 'body',
    suggest_mode: 'missing',
    prefix_length: 1,
    max_edits: 2,
    size: optionsMax,
  } as const
  return { suggest: { text: repairable.join(' '), near: { term } } }
}

function repairsIn(
  suggest: Readonly<Record<string, readonly estypes.SearchSuggest[]>> | undefined,
): string[] {
  return (suggest?.near ?? [])
    .flatMap(({ text, options }) => {
      const known = [options]
        .flat()
        .flatMap((option) => ('freq' in option ? [{ term: option.text, frequency: option.freq }] : []))
      return repairedTerm(text, known) ?? []
    })
    .slice(0, repairsMax)
}
