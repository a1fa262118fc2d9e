import type { SearchHit, SearchHits } from '@portal/service-kit/ports/search-index'

/** A passage by its fused score, which is comparable within one search only. */
export interface FusedHit extends SearchHit {
  /** Its cosine with the question; where the vector leg did not find it, the leg's lowest, which it does not exceed (-1 without any). */
  readonly similarity: number
}

/** Chosen on the first half of ObliQA dev with what is missing treated as below (`npm run bench -- search` reports the other half). */
const weights = { lexical: 0.55, vector: 0.45 }

/**
 * Linear fusion of z-scored legs over the union of their candidates, best first. A candidate that a leg did not find is scored as that
 * leg's lowest hit, an upper bound, when the leg was cut at `limit`; a lexical leg that was not cut found everything, so it counts 0.
 * A leg whose scores are all equal, or that is empty, does not order anything.
 */
export function fuse(hits: SearchHits, limit: number): FusedHit[] {
  const candidates = [
    ...new Map([...hits.lexical, ...hits.vector].map((hit) => [hit.passageId, hit])).values(),
  ]
  const ids = candidates.map((hit) => hit.passageId)
  const leastCosine = hits.vector.at(-1)?.score ?? -1
  const leastLexical = hits.lexical.length < limit ? 0 : (hits.lexical.at(-1)?.score ?? 0)
  const lexical = zScores(legScores(hits.lexical, ids, leastLexical))
  const cosines = legScores(hits.vector, ids, leastCosine)
  const vector = zScores(cosines)
  const fused = candidates.map((hit, at) => ({
    ...hit,
    score: weights.lexical * (lexical[at] ?? 0) + weights.vector * (vector[at] ?? 0),
    similarity: cosines[at] ?? leastCosine,
  }))
  return fused.sort((a, b) => b.score - a.score)
}

function legScores(leg: readonly SearchHit[], ids: readonly string[], missing: number): number[] {
  const known = new Map(leg.map((hit) => [hit.passageId, hit.score]))
  return ids.map((id) => known.get(id) ?? missing)
}

/** Distances from the mean in standard deviations. */
function zScores(scores: readonly number[]): number[] {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length
  const deviation = Math.sqrt(variance)
  // Equal scores may differ in their last bit from the mean: no order must come of that.
  return scores.map((score) => (deviation < 1e-9 ? 0 : (score - mean) / deviation))
}
