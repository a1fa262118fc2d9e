import type { Embedder } from '@portal/service-kit/ports/embedder'
import { openOnnxEmbedder } from './onnx-embedder.ts'

/** The encoder that a URL names: `onnx:` or `onnx:<bundled model>`. Throws with one sentence for anything else. */
export function openEmbedder(url: string): Promise<Embedder> {
  const scheme = /^[a-z+]+:/.exec(url)?.[0]
  if (scheme === 'onnx:') return openOnnxEmbedder(url.slice(scheme.length))
  return Promise.reject(new Error(`The embedder URL "${url}" is not known; use onnx:<model>.`))
}
