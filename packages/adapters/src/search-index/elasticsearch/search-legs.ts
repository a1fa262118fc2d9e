import type { estypes } from '@elastic/elasticsearch'
import type { SearchHit, SearchQuery } from '@portal/service-kit/ports/search-index'
import type { EngineClient } from './engine-client.ts'
import { statedError, statusError } from './engine-failure.ts'
import type { Generation } from './index-templates.ts'
import { readableFilter } from './passage-document.ts'

/** Neighbours per hit in the graph walk: the recall of an exact scan (docs/adr/0011). */
const candidatesPerHit = 3
/** Candidates are found by vectors of 8 bits and scored by the exact ones. */
const oversample = 1.5

/** A hit and its edition, which may not be current. */
export interface EditionHit extends SearchHit {
  readonly edition: string
}

/** Hits of both legs before checking editions. */
export interface EditionHits {
  readonly lexical: readonly EditionHit[]
  readonly vector: readonly EditionHit[]
}

/** One search round; `excluded` editions are known to be outdated. */
export interface Look {
  readonly query: SearchQuery
  readonly generation: Generation
  readonly lexical: estypes.QueryDslQueryContainer[] | undefined
  readonly excluded: readonly string[]
}

/** Both legs in one request, each with organization, permission and exclusions in its query. */
export async function searchLegs(engine: EngineClient, look: Look): Promise<EditionHits> {
  const { lexical: clauses, generation } = look
  const searches = leg(look, engine.generation(generation), { knn: nearest(look) })
  if (clauses) {
    const bool = { ...permitted(look), should: clauses, minimum_should_match: 1 }
    searches.push(...leg(look, engine.passages, { query: { bool } }))
  }
  const { responses } = await engine.call('search', (client) => client.msearch<never>({ searches }))
  const [vector = [], lexical = []] = responses.map(readHits)
  return { lexical, vector: vector.map((hit) => ({ ...hit, score: 2 * hit.score - 1 })) }
}

/** Vectors of different encoders are not comparable: only its own generation is searched. */
function nearest(look: Look): estypes.KnnSearch {
  const { vector, limit } = look.query
  return {
    field: 'vector',
    query_vector: Array.from(vector),
    k: limit,
    num_candidates: candidatesPerHit * limit,
    rescore_vector: { oversample },
    filter: { bool: permitted(look) },
  }
}

function permitted({ query, excluded }: Look) {
  const gone = excluded.length === 0 ? [] : [{ terms: { edition: [...excluded] } }]
  const replaced = query.supposed ? [{ term: { document: query.supposed.documentId } }] : []
  return { filter: readableFilter(query), must_not: [...gone, ...replaced] }
}

function leg(
  { query }: Look,
  index: string,
  body: estypes.SearchSearchRequestBody,
): estypes.MsearchRequestItem[] {
  return [
    { index, routing: String(query.organizationId), allow_partial_search_results: false },
    {
      ...body,
      size: query.limit,
      track_total_hits: false,
      _source: false,
      stored_fields: '_none_',
      docvalue_fields: ['passage', 'document', 'version', 'edition'],
    },
  ]
}

function readHits(response: estypes.MsearchResponseItem<never>): EditionHit[] {
  if ('error' in response) {
    throw statusError(statedError(response.status ?? 500, response.error))
  }
  return response.hits.hits.map(({ _score, fields }) => {
    const field = (name: string) => String(fields?.[name]?.[0])
    return {
      passageId: field('passage'),
      documentId: field('document'),
      versionId: field('version'),
      edition: field('edition'),
      score: _score ?? 0,
    }
  })
}
