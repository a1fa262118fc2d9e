import { workerData } from 'node:worker_threads'
import { borrowEngines, type LentEngines } from '@portal/adapters/lending/lend-engines'
import { workInThread } from '@portal/service-kit/jobs/work-in-thread'
import { createLogger } from '@portal/service-kit/logger'
import { audienceOf } from './access/audience.ts'
import { encodeOtherVersions } from './ingestion/encode-other-versions.ts'
import { indexDocument } from './ingestion/index-document.ts'
import type { IngestionEnvironment } from './ingestion/ingestion-threads.ts'

// Encodes and indexes until the service stops. Safe: only ingestion/ingestion-threads.ts starts it.
const { environment, engines } = workerData as {
  readonly environment: IngestionEnvironment
  readonly engines: LentEngines
}
const service = 'documents'
await workInThread({
  service,
  environment,
  version: environment.VERSION,
  audienceOf,
  jobs: [indexDocument, encodeOtherVersions],
  urls: { app: environment.DATABASE_APP_URL, platform: environment.DATABASE_PLATFORM_URL },
  ports: borrowEngines(engines),
  log: createLogger({ service, level: environment.LOG_LEVEL }),
  // Waits for the encoder, mostly; a small document is to be found soon, however busy the machine.
  yields: false,
})
