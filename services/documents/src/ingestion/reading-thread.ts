import type { JobThread } from '@portal/service-kit/jobs/job-thread'
import { TelemetryEnvironment } from '@portal/telemetry/telemetry-environment'
import type { DocumentsEnvironment } from '../config.ts'
import { readVersion } from './read-version.ts'

/** The part of the service's environment that reading needs. */
export type ReadingEnvironment = Pick<
  DocumentsEnvironment,
  'DATABASE_APP_URL' | 'DATABASE_PLATFORM_URL' | 'BLOBS_URL' | 'PARSER_URL' | 'LOG_LEVEL' | 'VERSION'
> &
  TelemetryEnvironment

/** Files are read in a thread of their own: a large text would hold up requests for a second. */
export function readingThread(config: ReadingEnvironment): JobThread {
  const { DATABASE_APP_URL, DATABASE_PLATFORM_URL, BLOBS_URL, PARSER_URL, LOG_LEVEL, VERSION } = config
  return {
    module: new URL('../reading-main.ts', import.meta.url),
    data: {
      DATABASE_APP_URL,
      DATABASE_PLATFORM_URL,
      BLOBS_URL,
      PARSER_URL,
      LOG_LEVEL,
      VERSION,
      ...TelemetryEnvironment.parse(config),
    } satisfies ReadingEnvironment,
    kinds: [readVersion.kind],
  }
}
