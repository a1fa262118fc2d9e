import type { EvidenceFeatures } from './read-evidence.ts'

/** Weights of a logistic regression. */
export type EvidenceWeights = Readonly<Record<keyof EvidenceFeatures | 'bias', number>>

/**
 * Fitted on the tuning half of the golden questions (`npm run bench -- answers --fit`). Without the
 * nearest topic, for encoders that give neither that nor tokens: by the best cosine of a window
 * alone, fitted before passages were encoded below their headings; the last two weights put the
 * thresholds of that time into the estimate (ADR 24).
 */
const weights: Readonly<Record<'topics' | 'noTopics', EvidenceWeights>> = {
  topics: {
    similarity: 11.38,
    context: 38.95,
    topic: -16.5,
    value: 4.1,
    subject: 0.77,
    forbids: 3.88,
    bias: -31.83,
  },
  noTopics: {
    similarity: 31.59,
    context: 0,
    topic: 0,
    value: 3.37,
    subject: 0.9,
    forbids: 0.5,
    bias: -29.83,
  },
}

const names = ['similarity', 'context', 'topic', 'value', 'subject', 'forbids'] as const

/**
 * How likely the quotations answer, 0 to 1. Lengths are left out on purpose: they separate golden
 * questions, not people's.
 */
export function evidenceScore(features: EvidenceFeatures): number {
  const by = features.topic === 0 ? weights.noTopics : weights.topics
  return logistic(names.reduce((sum, name) => sum + by[name] * features[name], by.bias))
}

function logistic(sum: number): number {
  return 1 / (1 + Math.exp(-sum))
}
