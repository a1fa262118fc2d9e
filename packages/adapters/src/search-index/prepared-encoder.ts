import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { SearchQuery } from '@portal/service-kit/ports/search-index'

const limitMax = 200

/**
 * The prepared encoder, after validating organization number and vector sizes; throws one sentence.
 */
export function fittingEncoder<Encoder extends { readonly dimensions: number }>(
  prepared: Encoder | undefined,
  organizationId: number,
  vectors: readonly Float32Array[],
): Encoder {
  if (!prepared) throw new EngineUnavailable('The search index is not prepared yet.', 1)
  if (!Number.isSafeInteger(organizationId) || organizationId < 0) {
    throw new Error('The number of an organization must be a whole number.')
  }
  if (vectors.every((vector) => vector.length === prepared.dimensions)) return prepared
  throw new Error(`The search index was prepared for vectors of ${prepared.dimensions} numbers.`)
}

/** Every vector of a query. */
export function vectorsOf({ vector, supposed }: SearchQuery): Float32Array[] {
  return [vector, ...(supposed?.passages ?? []).map((passage) => passage.vector)]
}

/** The query with its number of hits within bounds. */
export function boundedQuery(query: SearchQuery): SearchQuery {
  return { ...query, limit: Math.max(1, Math.min(limitMax, Math.trunc(query.limit))) }
}
