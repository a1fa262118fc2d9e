import type { EvidenceSpan } from './evidence-spans.ts'
import { topicTerms } from './question-terms.ts'

/**
 * A span with its match to the question; `coverage` is the weighted share of topic words, 0 to 1.
 */
export interface RankedEvidence {
  readonly span: EvidenceSpan
  readonly coverage: number
  readonly similarity: number
  readonly score: number
}

/** Weight of a word that occurs only in headings, title or lead. */
const headingShare = 0.6

/** Coverage of topic words, weighted by inverse frequency (Spärck Jones 1972, smoothed). */
export function coverageOf(question: string, spans: readonly EvidenceSpan[]): number[] {
  const wanted = [...new Set(topicTerms(question))]
  const own = spans.map((span) => new Set(topicTerms(span.text)))
  const above = spans.map(
    ({ passage, lead }) =>
      new Set(topicTerms([passage.documentTitle, ...passage.headingPath, lead].join(' '))),
  )
  const weights = wanted.map((term) =>
    Math.log(1 + spans.length / (1 + own.filter((terms) => terms.has(term)).length)),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return spans.map(() => 0)
  return spans.map((_, at) => {
    const met = wanted.reduce((sum, term, index) => {
      const share = own[at]?.has(term) ? 1 : above[at]?.has(term) ? headingShare : 0
      return sum + share * (weights[index] ?? 0)
    }, 0)
    return met / total
  })
}

/** The encoder's cosines crowd into this range, which is stretched to 0..1. */
const cosineFloor = 0.74
const cosineCeiling = 0.93

/** Penalty for a missing value of the kind asked for. */
const missingValue = 0.2

/** The features of a span. */
export interface EvidenceSigns {
  readonly coverage: number
  readonly similarity: number
  readonly holdsValue: boolean
}

/** A score of at most 1 from words and meaning; weights tuned on services/chat/evaluation. */
export function evidenceScore({ coverage, similarity, holdsValue }: EvidenceSigns): number {
  const meaning = Math.min(1, Math.max(0, (similarity - cosineFloor) / (cosineCeiling - cosineFloor)))
  return 0.45 * coverage + 0.55 * meaning - (holdsValue ? 0 : missingValue)
}
