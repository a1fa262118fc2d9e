import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { bundledModel, loadTextTokens } from './e5-model.ts'

/**
 * Loads the bundled encoder on one thread; it makes unit vectors. One text per inference: the int8
 * model scales activations per batch, so a text in a batch would get another vector.
 * Pooling: mean, then L2 (Wang et al. 2022, arXiv 2212.03533).
 */
export async function loadSentenceEncoder() {
  const session = await InferenceSession.create(join(bundledModel.folder, 'model.onnx'), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: 'sequential',
  })
  const textTokens = await loadTextTokens()
  return async (text: string, kind: 'query' | 'passage'): Promise<Float32Array> => {
    const ids = textTokens(text, kind)
    const { last_hidden_state: states } = await session.run({
      input_ids: row(ids.map(BigInt)),
      attention_mask: row(ids.map(() => 1n)),
      token_type_ids: row(ids.map(() => 0n)),
    })
    if (!(states?.data instanceof Float32Array)) throw new Error('The encoder returned no token states.')
    return unitMean(states.data, bundledModel.dimensions)
  }
}

function row(values: bigint[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values), [1, values.length])
}

/**
 * Normalised mean of a row-major matrix. Index loops: an iterator costs a tenth of the inference.
 */
function unitMean(states: Float32Array, dimensions: number): Float32Array {
  const sum = new Float64Array(dimensions)
  for (let start = 0; start < states.length; start += dimensions) {
    for (let column = 0; column < dimensions; column++) {
      sum[column] = (sum[column] ?? 0) + (states[start + column] ?? 0)
    }
  }
  const length = Math.hypot(...sum)
  return Float32Array.from(sum, (value) => value / length)
}
