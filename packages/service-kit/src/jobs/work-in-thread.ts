import { parentPort } from 'node:worker_threads'
import { type DatabaseUrls, openDatabase } from '../database/open-database.ts'
import type { Logger } from '../logger.ts'
import type { AudienceOf } from '../outbox/emit.ts'
import { yieldToRequests } from '../threads/yield-to-requests.ts'
import type { Job } from './job.ts'
import { HintBridge, type ThreadMessage } from './job-thread.ts'
import { startJobs } from './run-jobs.ts'

/** What a thread of jobs works with; `service` is the one that it belongs to. */
export interface ThreadWork<Ports> {
  readonly service: string
  readonly audienceOf?: AudienceOf | undefined
  readonly jobs: readonly Job<Ports>[]
  readonly urls: Pick<DatabaseUrls, 'app' | 'platform'>
  readonly ports: Ports
  readonly log: Logger
}

/** Works through jobs in this thread, which `startJobThread` started, until that stops it. */
export function workInThread<Ports>({ service, urls, ...work }: ThreadWork<Ports>): void {
  if (!parentPort) throw new Error('Only a thread can work as one.')
  const port = parentPort
  yieldToRequests('background')
  const database = openDatabase({ urls, name: service, appConnections: 4, platformConnections: 2 })
  const runner = startJobs({ ...work, service, database })
  const bridge = new HintBridge(database, (hint) => port.postMessage({ hint } satisfies ThreadMessage))
  const stop = async () => {
    bridge.close()
    await runner.stop()
    await database.close()
    port.close()
  }
  port.on('message', (message: ThreadMessage) => {
    if ('hint' in message) bridge.receive(message.hint)
    else void stop()
  })
}
