import { join } from 'node:path'
import type { TextInParts, TextKind, TokenStates } from '@portal/service-kit/ports/embedder'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { bundledModel, loadTextTokens } from './e5-model.ts'
import { meanOfRows, unitMean } from './row-means.ts'

/** One text to encode; with parts, its token states are wanted beside its vector. */
export interface EncodeRequest extends Pick<TextInParts, 'text'>, Partial<Pick<TextInParts, 'parts'>> {
  readonly kind: TextKind
}

/** Without parts, only the vector is made. */
export type Encoded = Pick<TokenStates, 'vector'> & Partial<TokenStates>

const oneThread = { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential' } as const

/**
 * Loads the bundled encoder on one thread; it makes unit vectors. One text per inference: the int8
 * model scales activations per batch, so a text in a batch would get another vector.
 * Pooling: mean, then L2 (Wang et al. 2022, arXiv 2212.03533).
 */
export async function loadSentenceEncoder() {
  const { folder, dimensions } = bundledModel
  // Since 1.29 it sends usage data to its maker unless this is set before the first session.
  process.env.ORT_DISABLE_TELEMETRY = '1'
  const session = await InferenceSession.create(join(folder, 'model.onnx'), oneThread)
  const { idsOf, rangesOf } = await loadTextTokens()

  /** The last layer's states of the tokens, row by row. */
  async function encode(ids: readonly number[]): Promise<Float32Array> {
    const { last_hidden_state: states } = await session.run({
      input_ids: row(ids.map(BigInt)),
      attention_mask: row(ids.map(() => 1n)),
      token_type_ids: row(ids.map(() => 0n)),
    })
    if (!(states?.data instanceof Float32Array)) throw new Error('The encoder returned no token states.')
    return states.data
  }

  /** The states of the text's own tokens, without the prefix and the control tokens around it. */
  const own = (states: Float32Array) =>
    states.subarray(bundledModel.tokensBefore * dimensions, states.length - dimensions)

  return {
    vectorOf: async (text: string, kind: TextKind) => unitMean(await encode(idsOf(text, kind)), dimensions),
    ownStates: async (text: string, kind: TextKind) => own(await encode(idsOf(text, kind))),
    statesOf: async ({ text, parts }: TextInParts, kind: TextKind): Promise<TokenStates> => {
      const states = await encode(idsOf(text, kind))
      const tokens = own(states)
      const ranges = rangesOf({ text, parts }, tokens.length / dimensions)
      return {
        vector: unitMean(states, dimensions),
        tokens: await (await tokenProjection())(tokens),
        ranges,
        means: meanOfRows(tokens, ranges, dimensions),
      }
    },
  }
}

/** Loaded with the first text whose token states are wanted. */
let projection: ReturnType<typeof loadProjection> | undefined
function tokenProjection() {
  projection ??= loadProjection()
  return projection
}

/** Centres, projects and normalises states; in the engine: it is millions of products. */
async function loadProjection(): Promise<(states: Float32Array) => Promise<Int8Array>> {
  const { folder, dimensions } = bundledModel
  const session = await InferenceSession.create(join(folder, 'token-projection.onnx'), oneThread)
  return async (states) => {
    if (states.length === 0) return new Int8Array()
    const { tokens } = await session.run({
      states: new Tensor('float32', states, [states.length / dimensions, dimensions]),
    })
    if (!(tokens?.data instanceof Int8Array)) throw new Error('The projection returned no tokens.')
    return tokens.data
  }
}

function row(values: bigint[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values), [1, values.length])
}
