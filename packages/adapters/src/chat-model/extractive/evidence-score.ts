import type { EvidenceFeatures } from './read-evidence.ts'

/** Weights of a logistic regression. */
export type EvidenceWeights = Readonly<Record<keyof EvidenceFeatures | 'bias', number>>

/**
 * Fitted on the tuning half of the golden questions (`npm run bench -- answers --fit`). Without the
 * nearest topic, for encoders that give neither that nor tokens: by the best cosine of a window
 * alone, fitted before passages were encoded below their headings (ADR 24).
 */
const weights: Readonly<Record<'topics' | 'noTopics', EvidenceWeights>> = {
  topics: { similarity: 42.4, topic: -18.23, value: 4.45, bias: -22.95 },
  noTopics: { similarity: 31.59, topic: 0, value: 3.37, bias: -29.13 },
}

/**
 * How likely the quotations answer, 0 to 1. Lengths are left out on purpose: they separate golden
 * questions, not people's.
 */
export function evidenceScore(features: EvidenceFeatures): number {
  const { similarity, topic, value, bias } = features.topic === 0 ? weights.noTopics : weights.topics
  const { similarity: nearness, topic: everyday, value: has } = features
  return logistic(bias + similarity * nearness + topic * everyday + value * has)
}

function logistic(sum: number): number {
  return 1 / (1 + Math.exp(-sum))
}
