import { workerData } from 'node:worker_threads'
import type { SearchHits, SearchQuery } from '@portal/service-kit/ports/search-index'
import { serveRequests } from '../../workers/serve-requests.ts'
import { withSupposed } from '../supposed-document.ts'
import { IndexFolder } from './index-folder.ts'
import { lexicalHits, weightedQuestion } from './lexical-leg.ts'
import { VectorCache } from './vector-cache.ts'
import { vectorHits } from './vector-leg.ts'

/**
 * Requests to the reading thread; `encoder` names model, size and analysis of comparable vectors.
 */
export type ReadRequest =
  | { readonly type: 'search'; readonly query: SearchQuery; readonly encoder: string }
  | { readonly type: 'forget'; readonly organizationId: number }
  | { readonly type: 'check' }

const vectorBytesMax = 256 * 1024 * 1024

const folder = new IndexFolder(String(workerData), 'read')
const cache = new VectorCache(vectorBytesMax)

serveRequests((request: ReadRequest): SearchHits => {
  const nothing = { lexical: [], vector: [] }
  if (request.type === 'search') return search(request.query, request.encoder)
  if (request.type === 'check') folder.check()
  else {
    folder.release(request.organizationId)
    cache.forget(request.organizationId)
  }
  return nothing
})

/** Both legs read one snapshot of the file. */
function search(query: SearchQuery, encoder: string): SearchHits {
  const file = folder.file(query.organizationId)
  if (!file?.isReady) return withSupposed({ lexical: [], vector: [] }, query)
  return file.transaction('read', () => {
    const question = weightedQuestion(file, query)
    const lexical = lexicalHits(file, query, question)
    const vector = vectorHits(file, query, { cache, encoder })
    return withSupposed({ lexical, vector, question }, query)
  })
}
