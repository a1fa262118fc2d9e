import { documentsApi, uploadBytesMax } from '@portal/contracts/documents'
import { defineService } from '@portal/service-kit/define-service'
import { followDepartments } from './departments/follow-departments.ts'
import { deleteDocument, listDocuments, readDocument } from './documents/documents.ts'
import { purgeDeleted, sweepDeletedDocuments } from './documents/purge-deleted.ts'
import { republishDocuments } from './documents/republish-documents.ts'
import { uploadDocument } from './documents/upload-document.ts'
import { indexDocument } from './ingestion/index-document.ts'
import { readVersion } from './ingestion/read-version.ts'
import { refillIndex } from './ingestion/reindex.ts'
import type { DocumentsPorts } from './ports.ts'
import { compareSpans, verifySpans } from './retrieval/check-spans.ts'
import { retrievePassages } from './retrieval/retrieve-passages.ts'
import { platformTables } from './schema.ts'
import { searchPassages } from './search/search-passages.ts'
import { removeOrphans, sweepFiles } from './upload/sweep-files.ts'
import { readVersionFile } from './version-files/read-version-file.ts'
import { readVersionText } from './versions/read-version-text.ts'

export const service = defineService<typeof documentsApi, DocumentsPorts, 'documents'>({
  name: 'documents',
  api: documentsApi,
  verbs: {
    listDocuments,
    readDocument,
    uploadDocument,
    deleteDocument,
    readVersionText,
    readVersionFile,
    searchPassages,
    retrievePassages,
    compareSpans,
    verifySpans,
  },
  consumers: followDepartments,
  jobs: [readVersion, indexDocument, removeOrphans, purgeDeleted],
  republish: [republishDocuments],
  migrations: { folder: new URL('../drizzle/', import.meta.url), platformTables },
  start: refillIndex,
  housekeeping: async (scope) => {
    await sweepDeletedDocuments(scope)
    await sweepFiles(scope)
  },
  uploadBytesMax,
})
