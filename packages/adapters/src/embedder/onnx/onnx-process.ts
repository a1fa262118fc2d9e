import { serveRequests } from '../../workers/serve-requests.ts'
import { bundledModel } from './e5-model.ts'
import { loadSentenceEncoder } from './sentence-encoder.ts'

/** One text to encode. */
export interface EncodeRequest {
  readonly text: string
  readonly kind: 'query' | 'passage'
}

const encoder = loadSentenceEncoder(bundledModel(process.argv[2] ?? ''))
// Awaited by each request: a model that cannot be loaded fails them with its reason.
encoder.catch(() => undefined)

serveRequests(async ({ text, kind }: EncodeRequest): Promise<Float32Array> => (await encoder)(text, kind))
