import type { documentsApi } from '@portal/contracts/documents'
import type { PermissionOf } from '@portal/contracts/permissions'
import {
  byParams,
  byQuery,
  plain,
  type RouteSamples,
  type SpecifiedHolders,
} from '@portal/testkit/route-samples'

/** A request for every route; the isolation matrix sends it as everybody. */
export const samples: RouteSamples<typeof documentsApi> = {
  listDocuments: plain(),
  searchPassages: byQuery(() => ({ q: 'records' })),
  readDocument: byParams(({ documentId }) => ({ id: documentId })),
  uploadDocument: {
    hasIds: false,
    request: () => ({ form: { title: `Upload ${crypto.randomUUID()}` } }),
  },
  deleteDocument: byParams(({ documentId }) => ({ id: documentId })),
  readVersionText: byParams(({ documentId, versionId }) => ({ id: documentId, versionId })),
  readVersionFile: byParams(({ documentId, versionId }) => ({ id: documentId, versionId })),
  retrievePassages: plain({ question: 'records', limit: 5 }),
  compareSpans: plain({ question: 'records', spans: [] }),
  verifySpans: plain({ spans: [] }),
}

/** Who holds each permission, written a second time so that a change of the table is noticed. */
export const holders: SpecifiedHolders<PermissionOf<'documents'>> = {
  'document:read': 'facilitator admin manager team_member',
  'document:read-inactive': 'facilitator admin manager',
  'document:read-any-department': 'facilitator admin',
  'document:upload': 'facilitator admin',
  'document:delete': 'facilitator admin',
  'version:read': 'facilitator admin manager team_member',
  'version:read-any': 'facilitator admin manager',
  'passage:read': 'facilitator admin manager team_member',
}
