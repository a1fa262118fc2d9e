import { evidenceNames } from '@portal/adapters/chat-model/extractive/evidence-score'
import type { FoundEvidence } from './found-evidence.ts'
import { areaUnderCurve } from './measures.ts'

/** Features of a question's evidence, and whether the documents answer it. */
interface Example {
  readonly values: readonly number[]
  readonly isAnswerable: boolean
  /** What kind of value is asked for. */
  readonly kind: string
}

const steps = 4000
const rate = 2
/** Ridge, on standardized features: there are few hundred questions. */
const ridge = 5
const folds = 5

/**
 * Weights of the extractive answerer's estimate: a logistic regression in which both classes weigh
 * the same within each kind of question, since golden questions for somebody have hardly any
 * without an answer. The area under its curve is that of questions about documents that it was not
 * fitted on.
 */
export function fitEvidence(evidence: readonly FoundEvidence[]): string {
  const examples = evidence.map(readRow)
  const { weights, bias } = fit(examples)
  const shown = evidenceNames.map((name, at) => `${name}: ${weights[at]?.toFixed(2)}`)
  const area = areaOfFolds(examples).toFixed(3)
  return `\`{ ${shown.join(', ')}, bias: ${bias.toFixed(2)} }\` from ${examples.length} questions, AUC ${area}`
}

function readRow({ golden, features }: FoundEvidence): Example & { readonly fold: number } {
  const document = golden.file ?? golden.id
  const fold = [...document].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7) % folds
  const values = evidenceNames.map((name) => features[name])
  const kind = `${features.somebody} ${features.quantity}`
  return { values, isAnswerable: golden.unanswerable === null, kind, fold }
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
  const kinds = Map.groupBy(examples, ({ kind }) => kind)
  const weigh = ({ kind, isAnswerable }: Example) => {
    const ofKind = kinds.get(kind) ?? []
    const alike = ofKind.filter((other) => other.isAnswerable === isAnswerable).length
    return (0.5 * ofKind.length) / (examples.length * alike)
  }
  const rows = examples.map((example) => {
    const { values, isAnswerable } = example
    const standard = values.map(
      (value, at) => (value - (scales[at]?.mean ?? 0)) / (scales[at]?.deviation ?? 1),
    )
    return { standard, target: isAnswerable ? 1 : 0, weight: weigh(example) }
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
