import { workerData } from 'node:worker_threads'
import type { IndexedDocument } from '@portal/service-kit/ports/search-index'
import { serveRequests } from '../../workers/serve-requests.ts'
import { IndexFolder } from './index-folder.ts'
import { writeDocument } from './write-document.ts'

/** Requests to the writing thread; results are `isStale` (stale documents) or `count`. */
export type WriteRequest =
  | { readonly type: 'isStale'; readonly encoder: string }
  | { readonly type: 'replace'; readonly document: IndexedDocument; readonly encoder: string }
  | { readonly type: 'count'; readonly organizationId: number }
  | { readonly type: 'purge'; readonly organizationId: number }
  | { readonly type: 'check' }
  | { readonly type: 'close' }

const folder = new IndexFolder(String(workerData), 'write')

serveRequests((request: WriteRequest): boolean | number => {
  switch (request.type) {
    case 'isStale':
      folder.finishPurges()
      return folder.organizations().some((organization) => isStale(organization, request.encoder))
    case 'replace': {
      const file = folder.file(request.document.organizationId)
      if (file) writeDocument(file, request.document, request.encoder)
      return false
    }
    case 'count':
      return folder.count(request.organizationId)
    case 'purge':
      folder.purge(request.organizationId)
      return false
    case 'check':
      folder.check()
      return false
    case 'close':
      folder.close()
      return false
  }
})

function isStale(organization: number, encoder: string): boolean {
  const file = folder.file(organization)
  const stale = file
    ?.statement('SELECT 1 FROM documents WHERE encoder <> ? AND passages > 0 LIMIT 1')
    .get(encoder)
  return stale !== undefined
}
