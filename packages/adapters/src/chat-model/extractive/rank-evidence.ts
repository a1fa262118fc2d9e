import type { EvidenceSpan } from './evidence-spans.ts'
import { topicTerms } from './question-terms.ts'

/** A piece of evidence with how well it meets the question. `coverage` is the weighted share of the question's topic words, 0 to 1. */
export interface RankedEvidence {
  readonly span: EvidenceSpan
  readonly coverage: number
  readonly similarity: number
  readonly score: number
}

/** How much a word counts that stands only above: in a heading, the document's title, the piece's lead. */
const headingShare = 0.6

/**
 * Weighs pieces by the question's topic words, rare ones most: the inverse frequency of a word among all pieces supplied
 * (Spärck Jones 1972, smoothed). A word in the headings above counts for less than one in the sentence.
 */
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

/** Cosines of the encoder crowd between these; stretched to 0 to 1. */
const cosineFloor = 0.74
const cosineCeiling = 0.93

/** What a piece loses that lacks the kind of value asked for. */
const missingValue = 0.2

/** What is known of a piece of evidence before it is judged. */
export interface EvidenceSigns {
  readonly coverage: number
  readonly similarity: number
  readonly holdsValue: boolean
}

/** One figure from words and meaning, 1 at most. Weights were chosen on the evaluation's questions (services/chat/evaluation). */
export function evidenceScore({ coverage, similarity, holdsValue }: EvidenceSigns): number {
  const meaning = Math.min(1, Math.max(0, (similarity - cosineFloor) / (cosineCeiling - cosineFloor)))
  return 0.45 * coverage + 0.55 * meaning - (holdsValue ? 0 : missingValue)
}
