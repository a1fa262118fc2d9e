import type { EvidenceFeatures } from './read-evidence.ts'

/** Weights of a logistic regression. */
export type EvidenceWeights = Readonly<Record<keyof EvidenceFeatures | 'bias', number>>

/**
 * Fitted on the tuning half of the golden questions (`npm run bench -- answers --fit`). Without the
 * nearest topic, for encoders that give neither that nor tokens: by the best cosine of a window
 * alone, fitted before passages were encoded below their headings (ADR 24).
 */
const weights: Readonly<Record<'topics' | 'noTopics', EvidenceWeights>> = {
  topics: { similarity: 17.32, context: 37.56, topic: -14.58, value: 4.41, bias: -37.06 },
  noTopics: { similarity: 31.59, context: 0, topic: 0, value: 3.37, bias: -29.13 },
}

/**
 * How likely the quotations answer, 0 to 1. Lengths are left out on purpose: they separate golden
 * questions, not people's.
 */
export function evidenceScore(features: EvidenceFeatures): number {
  const { bias, ...by } = features.topic === 0 ? weights.noTopics : weights.topics
  const nearness = by.similarity * features.similarity + by.context * features.context
  return logistic(bias + nearness + by.topic * features.topic + by.value * features.value)
}

function logistic(sum: number): number {
  return 1 / (1 + Math.exp(-sum))
}
