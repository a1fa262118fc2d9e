import type { JobThread, ThreadGift } from '@portal/service-kit/jobs/job-thread'
import { TelemetryEnvironment } from '@portal/telemetry/telemetry-environment'
import type { DocumentsEnvironment } from '../config.ts'
import { encodeOtherVersions } from './encode-other-versions.ts'
import { indexDocument } from './index-document.ts'
import { readVersion } from './read-version.ts'

/** The part of the service's environment that ingestion needs. */
export type IngestionEnvironment = Pick<
  DocumentsEnvironment,
  'DATABASE_APP_URL' | 'DATABASE_PLATFORM_URL' | 'BLOBS_URL' | 'PARSER_URL' | 'LOG_LEVEL' | 'VERSION'
> &
  TelemetryEnvironment

/**
 * Files are read, encoded and indexed in a thread of their own: of large texts, each would hold up
 * requests. `lend` gives it engines of its service, under `engines`.
 */
export function ingestionThread(config: IngestionEnvironment, lend: () => ThreadGift): JobThread {
  const { DATABASE_APP_URL, DATABASE_PLATFORM_URL, BLOBS_URL, PARSER_URL, LOG_LEVEL, VERSION } = config
  const environment = {
    DATABASE_APP_URL,
    DATABASE_PLATFORM_URL,
    BLOBS_URL,
    PARSER_URL,
    LOG_LEVEL,
    VERSION,
    ...TelemetryEnvironment.parse(config),
  }
  return {
    module: new URL('../ingestion-main.ts', import.meta.url),
    give: () => {
      const { data: engines, ...gift } = lend()
      return { ...gift, data: { environment, engines } }
    },
    kinds: [readVersion, indexDocument, encodeOtherVersions].map(({ kind }) => kind),
  }
}
