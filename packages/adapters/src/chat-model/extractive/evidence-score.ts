import type { EvidenceFeatures } from './read-evidence.ts'

/** Weights of a logistic regression. */
export type EvidenceWeights = Readonly<Record<keyof EvidenceFeatures | 'bias', number>>

/**
 * Fitted on the golden questions that are not kept back, each kind of question with both classes
 * weighing the same (`npm run bench -- answers --fit`), and on those that people asked by hand
 * (ADR 24), without which the command's own differ. Without the nearest topic, for encoders that
 * give neither that nor tokens: by the best cosine of a window alone, fitted before passages were
 * encoded below their headings; `subject` and `forbids` put the thresholds of that time into the
 * estimate (ADR 24).
 */
const weights: Readonly<Record<'topics' | 'noTopics', EvidenceWeights>> = {
  topics: {
    similarity: 18.94,
    context: 8.45,
    alone: 35.54,
    topic: -24.05,
    value: 1.21,
    subject: 1.63,
    forbids: 1.02,
    common: 2.66,
    somebody: 0.41,
    quantity: -0.6,
    yesNo: -0.42,
    bias: -35.78,
  },
  noTopics: {
    similarity: 31.59,
    context: 0,
    alone: 0,
    topic: 0,
    value: 3.37,
    subject: 0.9,
    forbids: 0.5,
    common: 0,
    somebody: 0,
    quantity: 0,
    yesNo: 0,
    bias: -29.83,
  },
}

/** The features in the order of the weights. */
export const evidenceNames = [
  'similarity',
  'context',
  'alone',
  'topic',
  'value',
  'subject',
  'forbids',
  'common',
  'somebody',
  'quantity',
  'yesNo',
] as const satisfies (keyof EvidenceFeatures)[]

/**
 * How likely the quotations answer, 0 to 1. Lengths are left out on purpose: they separate golden
 * questions, not people's.
 */
export function evidenceScore(features: EvidenceFeatures): number {
  const by = features.topic === 0 ? weights.noTopics : weights.topics
  return logistic(evidenceNames.reduce((sum, name) => sum + by[name] * features[name], by.bias))
}

function logistic(sum: number): number {
  return 1 / (1 + Math.exp(-sum))
}
