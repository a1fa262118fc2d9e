import { parentPort } from 'node:worker_threads'
import { openThreadTracing } from '@portal/telemetry/telemetry'
import type { TelemetryEnvironment } from '@portal/telemetry/telemetry-environment'
import { type EngineCalls, tracedEngines } from '@portal/telemetry/traced-engines'
import { type DatabaseUrls, openDatabase } from '../database/open-database.ts'
import type { Logger } from '../logger.ts'
import type { AudienceOf } from '../outbox/emit.ts'
import { yieldToRequests } from '../threads/yield-to-requests.ts'
import type { Job } from './job.ts'
import { HintBridge, type ThreadMessage, type ThreadReport } from './job-thread.ts'
import { startJobs } from './run-jobs.ts'

/** What a thread of jobs works with; it belongs to `service`. */
export interface ThreadWork<Ports> {
  readonly service: string
  readonly audienceOf?: AudienceOf | undefined
  readonly jobs: readonly Job<Ports>[]
  readonly urls: Pick<DatabaseUrls, 'app' | 'platform'>
  readonly ports: Ports
  readonly log: Logger
  /** Its service's version; without it nothing is traced. */
  readonly version?: string
  readonly environment?: TelemetryEnvironment
  /** Whether its jobs give way to requests; true by default. */
  readonly yields?: boolean
}

/** Works through jobs in the thread that `startJobThread` started, until it is stopped. */
export async function workInThread<Ports>({
  service,
  urls,
  yields = true,
  ...work
}: ThreadWork<Ports>): Promise<void> {
  if (!parentPort) throw new Error('Only a thread can work as one.')
  const port = parentPort
  if (yields) yieldToRequests('background')
  const database = openDatabase({ urls, name: service, appConnections: 4, platformConnections: 2 })
  const report = (message: ThreadReport) => port.postMessage(message)
  const { version = 'unknown', environment = {} } = work
  const part = { service, version }
  const tracing = await openThreadTracing(part, environment, (span) => report({ span }))
  const jobs = {
    of: (labels: { kind: string; outcome: string }) => ({
      observe: (seconds: number) => report({ run: { ...labels, seconds } }),
    }),
  }
  const calls: EngineCalls = {
    of: (labels) => ({ observe: (seconds) => report({ call: { ...labels, seconds } }) }),
  }
  const ports = tracedEngines(work.ports, calls)
  const runner = startJobs({ ...work, ports, service, database, telemetry: { tracing, jobs } })
  const bridge = new HintBridge(database, (hint) => port.postMessage({ hint } satisfies ThreadMessage))
  const stop = async () => {
    bridge.close()
    await runner.stop()
    await database.close()
    await tracing?.stop()
    port.close()
  }
  port.on('message', (message: ThreadMessage) => {
    if ('hint' in message) bridge.receive(message.hint)
    else void stop()
  })
}
