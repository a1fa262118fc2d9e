import { workerData } from 'node:worker_threads'
import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { openDocumentParser } from '@portal/adapters/document-parser/open-document-parser'
import { workInThread } from '@portal/service-kit/jobs/work-in-thread'
import { createLogger } from '@portal/service-kit/logger'
import { audienceOf } from './access/audience.ts'
import type { IngestionEnvironment } from './ingestion/ingestion-threads.ts'
import { readVersion } from './ingestion/read-version.ts'

// Reads files until the service stops. Safe: only ingestion/ingestion-threads.ts starts it.
const environment = workerData as IngestionEnvironment
const service = 'documents'
await workInThread({
  service,
  environment,
  version: environment.VERSION,
  audienceOf,
  jobs: [readVersion],
  urls: { app: environment.DATABASE_APP_URL, platform: environment.DATABASE_PLATFORM_URL },
  ports: {
    blobs: await openBlobStore(environment.BLOBS_URL),
    parser: await openDocumentParser(environment.PARSER_URL),
  },
  log: createLogger({ service, level: environment.LOG_LEVEL }),
})
