import { workerData } from 'node:worker_threads'
import { yieldToRequests } from '@portal/service-kit/threads/yield-to-requests'
import { serveRequests } from '../../workers/serve-requests.ts'
import { type DocumentPart, PassageParts } from '../passage-parts.ts'
import { IndexFolder } from './index-folder.ts'
import { writeDocument } from './write-document.ts'

/** Requests to the writing thread; results are `isStale` (stale documents) or `count`. */
export type WriteRequest =
  | { readonly type: 'isStale'; readonly encoder: string }
  | (DocumentPart & { readonly encoder: string })
  | { readonly type: 'count' | 'purge'; readonly organizationId: number }
  | { readonly type: 'check' | 'close' }

yieldToRequests('background')
const parts = new PassageParts()
const folder = new IndexFolder(String(workerData), 'write')

serveRequests((request: WriteRequest): boolean | number => {
  if (request.type === 'isStale') {
    folder.finishPurges()
    const organizations = folder.organizations()
    // An index without files is new, or was lost: only its documents' owner can tell.
    if (organizations.length === 0) return true
    return organizations.some((organization) => isStale(organization, request.encoder))
  }
  if (request.type === 'count') return folder.count(request.organizationId)
  if (request.type === 'passages' || request.type === 'replace') {
    const document = parts.join(request)
    const file = document && folder.file(document.organizationId)
    if (file) writeDocument(file, document, request.encoder)
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
