import { yieldToRequests } from '@portal/service-kit/threads/yield-to-requests'
import { serveRequests } from '../../workers/serve-requests.ts'
import { loadSentenceEncoder } from './sentence-encoder.ts'

/** One text to encode. */
export interface EncodeRequest {
  readonly text: string
  readonly kind: 'query' | 'passage'
}

// A question costs it milliseconds; indexing keeps it busy for as long as there are passages.
yieldToRequests()
const encoder = loadSentenceEncoder()
// Awaited by each request: a model that cannot be loaded fails them with its reason.
encoder.catch(() => undefined)

serveRequests(async ({ text, kind }: EncodeRequest) => (await encoder)(text, kind))
