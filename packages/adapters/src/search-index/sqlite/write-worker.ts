import { workerData } from 'node:worker_threads'
import type { IndexedDocument } from '@portal/service-kit/ports/search-index'
import { serveRequests } from '../../workers/serve-requests.ts'
import { IndexFolder } from './index-folder.ts'
import { writeDocument } from './write-document.ts'

/** Requests to the writing thread; results are `isStale` (stale documents) or `count`. */
export type WriteRequest =
  | { readonly type: 'isStale'; readonly encoder: string }
  | { readonly type: 'replace'; readonly document: IndexedDocument; readonly encoder: string }
  | { readonly type: 'count' | 'purge'; readonly organizationId: number }
  | { readonly type: 'check' | 'close' }

const folder = new IndexFolder(String(workerData), 'write')

serveRequests((request: WriteRequest): boolean | number => {
  if (request.type === 'isStale') {
    folder.finishPurges()
    return folder.organizations().some((organization) => isStale(organization, request.encoder))
  }
  if (request.type === 'count') return folder.count(request.organizationId)
  if (request.type === 'replace') {
    const file = folder.file(request.document.organizationId)
    if (file) writeDocument(file, request.document, request.encoder)
  } else if (request.type === 'purge') folder.purge(request.organizationId)
  else folder[request.type]()
  return false
})

function isStale(organization: number, encoder: string): boolean {
  const stale = folder
    .file(organization)
    ?.statement('SELECT 1 FROM documents WHERE encoder <> ? AND passages > 0 LIMIT 1')
    .get(encoder)
  return stale !== undefined
}
