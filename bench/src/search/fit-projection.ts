import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundledModel } from '@portal/adapters/embedder/onnx/e5-model'
import { loadSentenceEncoder } from '@portal/adapters/embedder/onnx/sentence-encoder'
import { projectionModel } from './projection-model.ts'

/** Tokens sampled from each passage, evenly. */
const tokensPerPassage = 8
const rounds = 60

/**
 * Fits the projection of token states and writes it beside the encoder: the mean of the tokens and
 * the directions in which they differ most after centring and normalising (principal components, by
 * orthogonal iteration). The sample is every nth of these texts; 8,000 tokens suffice.
 */
export async function fitProjection(texts: readonly string[], passages = 1500): Promise<string> {
  const { dimensions, tokenDimensions, folder } = bundledModel
  const { ownStates } = await loadSentenceEncoder()
  const step = Math.max(1, Math.floor(texts.length / passages))
  const rows: Float32Array[] = []
  for (let at = 0; at < texts.length; at += step) {
    const states = await ownStates(texts[at] ?? '', 'passage')
    const tokens = states.length / dimensions
    const stride = Math.max(1, Math.floor(tokens / tokensPerPassage))
    for (let token = 0; token < tokens; token += stride)
      rows.push(states.slice(token * dimensions, (token + 1) * dimensions))
  }
  const mean = meanOf(rows, dimensions)
  const centred = rows.map((row) => normalised(row.map((value, at) => value - (mean[at] ?? 0))))
  const components = principalComponents(covarianceOf(centred, dimensions), dimensions, tokenDimensions)
  const file = join(folder, 'token-projection.onnx')
  await writeFile(file, projectionModel({ mean, components, dimensions, tokenDimensions }))
  return `${file}: ${rows.length} tokens, ${explained(centred, components)} of their variance`
}

function meanOf(rows: readonly Float32Array[], dimensions: number): Float32Array {
  const sum = new Float64Array(dimensions)
  for (const row of rows) for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + (row[at] ?? 0)
  return Float32Array.from(sum, (value) => value / rows.length)
}

function normalised(row: Float32Array): Float32Array {
  const length = Math.hypot(...row) || 1
  return row.map((value) => value / length)
}

function covarianceOf(rows: readonly Float32Array[], dimensions: number): Float64Array {
  const covariance = new Float64Array(dimensions * dimensions)
  for (const row of rows) {
    for (let i = 0; i < dimensions; i++) {
      const value = row[i] ?? 0
      for (let j = 0; j < dimensions; j++)
        covariance[i * dimensions + j] = (covariance[i * dimensions + j] ?? 0) + value * (row[j] ?? 0)
    }
  }
  return covariance
}

/** The leading eigenvectors, each of unit length and orthogonal to those before it. */
function principalComponents(matrix: Float64Array, dimensions: number, count: number): Float64Array[] {
  let vectors: Float64Array[] = Array.from({ length: count }, (_, index) =>
    Float64Array.from({ length: dimensions }, (_, at) => Math.sin((index + 1) * (at + 1))),
  )
  for (let round = 0; round < rounds; round++) {
    vectors = orthonormal(vectors.map((vector) => product(matrix, vector)))
  }
  return vectors
}

function product(matrix: Float64Array, vector: Float64Array): Float64Array {
  const { length } = vector
  return vector.map((_, i) => dot(matrix.subarray(i * length, (i + 1) * length), vector))
}

/** Gram and Schmidt, in the order given. */
function orthonormal(vectors: readonly Float64Array[]): Float64Array[] {
  const done: Float64Array[] = []
  for (const vector of vectors) {
    const rest = vector.slice()
    for (const other of done) {
      const share = dot(rest, other)
      for (let at = 0; at < rest.length; at++) rest[at] = (rest[at] ?? 0) - share * (other[at] ?? 0)
    }
    const length = Math.hypot(...rest) || 1
    done.push(rest.map((value) => value / length))
  }
  return done
}

function dot(a: Float64Array | Float32Array, b: Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

function explained(rows: readonly Float32Array[], components: readonly Float64Array[]): string {
  const kept = rows.reduce(
    (sum, row) => sum + components.reduce((part, component) => part + dot(row, component) ** 2, 0),
    0,
  )
  return (kept / rows.length).toFixed(3)
}
