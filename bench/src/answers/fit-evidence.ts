import { type EvidenceFeatures, readEvidence } from '@portal/adapters/chat-model/extractive/read-evidence'
import { documentsApi } from '@portal/contracts/documents'
import type { GoldenQuestion } from '../golden/golden-questions.ts'
import { askerOf, passagesMax } from './ask-golden.ts'
import type { AnsweringServices } from './services.ts'

/** Features of a question's evidence, and whether the documents answer it. */
interface Example {
  readonly values: readonly number[]
  readonly isAnswerable: boolean
}

const names = ['similarity', 'topic', 'value', 'match'] as const satisfies (keyof EvidenceFeatures)[]
type Name = (typeof names)[number]
const steps = 2000
const rate = 2
/** Ridge, on standardized features: there are few hundred questions. */
const ridge = 1

/**
 * Weights of the extractive answerer's estimate, fitted on the tuning half alone: a logistic
 * regression in which both classes weigh the same.
 */
export async function fitEvidence(
  services: AnsweringServices,
  golden: readonly GoldenQuestion[],
): Promise<string[]> {
  const tuning = golden.filter(({ isKept, after }) => !isKept && after === null)
  const rows: { readonly features: EvidenceFeatures; readonly isAnswerable: boolean }[] = []
  for (const each of tuning) rows.push(await featuresOf(services, each))
  const models: readonly (readonly Name[])[] = [names.filter((name) => name !== 'topic'), names]
  return models.map((used) => {
    const examples = rows.map(({ features, isAnswerable }) => {
      return { values: used.map((name) => features[name]), isAnswerable }
    })
    const { weights, bias } = fit(examples)
    const shown = used.map((name, at) => `${name}: ${weights[at]?.toFixed(2)}`)
    return `\`{ ${shown.join(', ')}, bias: ${bias.toFixed(2)} }\` from ${examples.length} questions`
  })
}

async function featuresOf(services: AnsweringServices, golden: GoldenQuestion) {
  const { question, unanswerable } = golden
  const client = services.library(askerOf(golden))
  const body = { question, limit: passagesMax }
  const { passages, ...found } = await client.call(documentsApi.retrievePassages, { body })
  const supplied = passages.map(({ title: documentTitle, ...passage }) => ({ ...passage, documentTitle }))
  const compare = async (spans: readonly { passageId: string; start: number; end: number }[]) => {
    const compared = await client.call(documentsApi.compareSpans, { body: { question, spans: [...spans] } })
    return compared.similarities
  }
  const { features } = await readEvidence({ question, passages: supplied, compare, ...found })
  return { features, isAnswerable: unanswerable === null }
}

/** Gradient descent on standardized features; the result is in the features' own units. */
export function fit(examples: readonly Example[]): { readonly weights: number[]; readonly bias: number } {
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
