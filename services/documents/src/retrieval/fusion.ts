import type { SearchHit, SearchHits } from '@portal/service-kit/ports/search-index'

/** A passage with its fused score, which is comparable within one search only. */
export interface FusedHit extends SearchHit {
  /** Its cosine with the question, or the vector leg's lowest, an upper bound, if missed there. */
  readonly similarity: number
}

/** Tuned on the first half of ObliQA dev; `npm run bench -- search` reports the other half. */
const weights = { lexical: 0.55, vector: 0.45 }

/**
 * Linear fusion of z-scored legs over the union of their candidates, best first. A candidate
 * missing from a leg scores that leg's lowest hit if the leg was cut at `limit`, else 0 (lexical).
 * A leg that is empty or whose scores are all equal does not affect the order.
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

function zScores(scores: readonly number[]): number[] {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length
  const deviation = Math.sqrt(variance)
  // Equal scores may differ from the mean in their last bit, which must not order them.
  return scores.map((score) => (deviation < 1e-9 ? 0 : (score - mean) / deviation))
}
