import type { EvidenceFeatures } from '@portal/adapters/chat-model/extractive/read-evidence'
import type { FoundEvidence } from './found-evidence.ts'
import { areaUnderCurve } from './measures.ts'

/** Features of a question's evidence, and whether the documents answer it. */
interface Example {
  readonly values: readonly number[]
  readonly isAnswerable: boolean
}

const names = [
  'similarity',
  'context',
  'topic',
  'value',
  'subject',
  'forbids',
] as const satisfies (keyof EvidenceFeatures)[]
const steps = 2000
const rate = 2
/** Ridge, on standardized features: there are few hundred questions. */
const ridge = 1
const folds = 5

/**
 * Weights of the extractive answerer's estimate, fitted on questions of the tuning half: a logistic
 * regression in which both classes weigh the same. The area under its curve is that of questions
 * about documents that it was not fitted on.
 */
export function fitEvidence(evidence: readonly FoundEvidence[]): string {
  const rows = evidence.map(readRow)
  const examples = rows.map(({ features, isAnswerable, fold }) => {
    return { values: names.map((name) => features[name]), isAnswerable, fold }
  })
  const { weights, bias } = fit(examples)
  const shown = names.map((name, at) => `${name}: ${weights[at]?.toFixed(2)}`)
  const area = areaOfFolds(examples).toFixed(3)
  return `\`{ ${shown.join(', ')}, bias: ${bias.toFixed(2)} }\` from ${examples.length} questions, AUC ${area}`
}

function readRow({ golden, features }: FoundEvidence) {
  const document = golden.file ?? golden.id
  const fold = [...document].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7) % folds
  return { features, isAnswerable: golden.unanswerable === null, fold }
}

function areaOfFolds(examples: readonly (Example & { readonly fold: number })[]): number {
  const scored = Array.from({ length: folds }, (_, left) => {
    const { weights, bias } = fit(examples.filter(({ fold }) => fold !== left))
    return examples
      .filter(({ fold }) => fold === left)
      .map(({ values, isAnswerable }) => ({
        isAnswerable,
        score: values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), bias),
      }))
  }).flat()
  const scores = (isAnswerable: boolean) =>
    scored.flatMap((each) => (each.isAnswerable === isAnswerable ? [each.score] : []))
  return areaUnderCurve(scores(true), scores(false))
}

/** Gradient descent on standardized features; the result is in the features' own units. */
function fit(examples: readonly Example[]): { readonly weights: number[]; readonly bias: number } {
  const scales = (examples[0]?.values ?? []).map((_, column) => scaleOf(examples, column))
  const positive = examples.filter(({ isAnswerable }) => isAnswerable).length
  const weigh = (isAnswerable: boolean) =>
    0.5 / Math.max(1, isAnswerable ? positive : examples.length - positive)
  const rows = examples.map(({ values, isAnswerable }) => {
    const standard = values.map(
      (value, at) => (value - (scales[at]?.mean ?? 0)) / (scales[at]?.deviation ?? 1),
    )
    return { standard, target: isAnswerable ? 1 : 0, weight: weigh(isAnswerable) }
  })
  let weights = scales.map(() => 0)
  let bias = 0
  for (let step = 0; step < steps; step++) {
    const gradient = weights.map((weight) => (-ridge * weight) / examples.length)
    let shift = 0
    for (const { standard, target, weight } of rows) {
      const sum = standard.reduce((total, value, at) => total + value * (weights[at] ?? 0), bias)
      const error = weight * (target - 1 / (1 + Math.exp(-sum)))
      shift += error
      for (const [at, value] of standard.entries()) gradient[at] = (gradient[at] ?? 0) + error * value
    }
    weights = weights.map((weight, at) => weight + rate * (gradient[at] ?? 0))
    bias += rate * shift
  }
  const inUnits = weights.map((weight, at) => weight / (scales[at]?.deviation ?? 1))
  return {
    weights: inUnits,
    bias: inUnits.reduce((b, weight, at) => b - weight * (scales[at]?.mean ?? 0), bias),
  }
}

function scaleOf(examples: readonly Example[], column: number) {
  const values = examples.map((example) => example.values[column] ?? 0)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, deviation: Math.sqrt(variance) || 1 }
}
