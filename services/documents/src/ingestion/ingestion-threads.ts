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
 * Files are read in a thread of their own, and their passages encoded and indexed in another: of
 * large texts, each would hold up requests, and reading one would hold up the encoding of all.
 * `lend` gives the second one engines of its service, under `engines`.
 */
export function ingestionThreads(config: IngestionEnvironment, lend: () => ThreadGift): JobThread[] {
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
  return [
    {
      module: new URL('../reading-main.ts', import.meta.url),
      give: () => ({ data: environment }),
      kinds: [readVersion.kind],
    },
    {
      module: new URL('../indexing-main.ts', import.meta.url),
      give: () => {
        const { data: engines, ...gift } = lend()
        return { ...gift, data: { environment, engines } }
      },
      kinds: [indexDocument.kind, encodeOtherVersions.kind],
    },
  ]
}
