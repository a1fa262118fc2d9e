import type { Embedder } from '@portal/service-kit/ports/embedder'
import { RestartingWorker } from '../workers/restarting-worker.ts'
import { startProcess } from '../workers/start-process.ts'
import { bundledModel } from './onnx/e5-model.ts'
import { embedQueue } from './onnx/embed-queue.ts'
import type { EncodeRequest } from './onnx/onnx-process.ts'

/**
 * The bundled sentence encoder on one thread of a child process: ending a worker thread during an
 * inference aborts the whole process (onnxruntime-node 1.30), and a native crash must not take the
 * portal down. Throws one sentence if the model cannot be loaded.
 */
export async function openOnnxEmbedder(name: string): Promise<Embedder> {
  const { name: model, dimensions } = bundledModel
  if (name !== '' && name !== model)
    throw new Error(`There is no bundled encoder "${name}"; known: ${model}.`)
  const worker = new RestartingWorker<EncodeRequest, Float32Array>('sentence encoder', () =>
    startProcess(new URL('./onnx/onnx-process.ts', import.meta.url), model),
  )
  const embed = embedQueue((request) => worker.call(request))
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
    check: async () => void (await embed(['ready'], 'query')),
    close: () => worker.close(),
  }
}
