import { workerData } from 'node:worker_threads'
import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { openDocumentParser } from '@portal/adapters/document-parser/open-document-parser'
import { borrowEngines, type LentEngines } from '@portal/adapters/lending/lend-engines'
import { workInThread } from '@portal/service-kit/jobs/work-in-thread'
import { createLogger } from '@portal/service-kit/logger'
import { audienceOf } from './access/audience.ts'
import { encodeOtherVersions } from './ingestion/encode-other-versions.ts'
import { indexDocument } from './ingestion/index-document.ts'
import type { IngestionEnvironment } from './ingestion/ingestion-thread.ts'
import { readVersion } from './ingestion/read-version.ts'
import type { IngestionPorts } from './ports.ts'

// Reads, encodes and indexes files until the service stops. Safe: ingestion-thread.ts starts it.
const { environment, engines } = workerData as {
  readonly environment: IngestionEnvironment
  readonly engines: LentEngines
}
const service = 'documents'
await workInThread<IngestionPorts>({
  service,
  environment,
  version: environment.VERSION,
  audienceOf,
  jobs: [readVersion, indexDocument, encodeOtherVersions],
  urls: { app: environment.DATABASE_APP_URL, platform: environment.DATABASE_PLATFORM_URL },
  ports: {
    blobs: await openBlobStore(environment.BLOBS_URL),
    parser: await openDocumentParser(environment.PARSER_URL),
    ...borrowEngines(engines),
  },
  log: createLogger({ service, level: environment.LOG_LEVEL }),
})
