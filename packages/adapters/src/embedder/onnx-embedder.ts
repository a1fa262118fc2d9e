import type { Embedder, TextInParts, TextKind, TokenStates } from '@portal/service-kit/ports/embedder'
import { RestartingWorker } from '../workers/restarting-worker.ts'
import { startProcess } from '../workers/start-process.ts'
import { bundledModel } from './onnx/e5-model.ts'
import { embedQueue } from './onnx/embed-queue.ts'
import type { Encoded, EncodeRequest } from './onnx/sentence-encoder.ts'

/** While one is encoded, the next is there: this process may be busy when the first is done. */
const onTheirWay = { all: 3, passages: 2 }

/**
 * The bundled sentence encoder on one thread of a child process: ending a worker thread during an
 * inference aborts the whole process (onnxruntime-node 1.30), and a native crash must not take the
 * portal down. Throws one sentence if the model cannot be loaded.
 */
export async function openOnnxEmbedder(name: string): Promise<Embedder> {
  const { name: model, dimensions, tokenDimensions, statesVersion } = bundledModel
  if (name !== '' && name !== model)
    throw new Error(`There is no bundled encoder "${name}"; known: ${model}.`)
  const worker = new RestartingWorker<EncodeRequest, Encoded>('sentence encoder', () =>
    startProcess(new URL('./onnx/onnx-process.ts', import.meta.url), model),
  )
  const enqueue = embedQueue(onTheirWay)
  const vectorOf = async (text: string, kind: TextKind) => (await worker.call({ text, kind })).vector
  const statesOf = async (text: TextInParts, kind: TextKind) =>
    whole(await worker.call({ text: text.text, parts: text.parts, kind }))
  const embed: Embedder['embed'] = (texts, kind, options) =>
    enqueue({ texts, kind, options, encode: vectorOf })
  try {
    await embed(['ready'], 'query')
  } catch (error) {
    await worker.close()
    throw new Error(`The sentence encoder ${model} cannot be loaded.`, { cause: error })
  }
  return {
    model,
    dimensions,
    embed,
    tokens: {
      version: statesVersion,
      tokenDimensions,
      encode: (texts, kind, options) => enqueue({ texts, kind, options, encode: statesOf }),
    },
    check: async () => void (await embed(['ready'], 'query')),
    close: () => worker.close(),
  }
}

function whole({ vector, tokens, ranges, means }: Encoded): TokenStates {
  if (!tokens || !ranges || !means) throw new Error('The encoder returned no token states.')
  return { vector, tokens, ranges, means }
}
