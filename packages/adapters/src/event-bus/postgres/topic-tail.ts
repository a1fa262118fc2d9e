import type { Logger } from '@portal/service-kit/logger'
import type { Subscription } from '@portal/service-kit/ports/event-bus'
import { Alarm, backoff } from '@portal/service-kit/sleep'
import { loggingHandler, type Tailing } from '../subscriptions.ts'
import type { EventLog } from './event-log.ts'
import type { LogSession } from './log-session.ts'

interface TailOptions {
  readonly log: EventLog
  readonly session: LogSession
  readonly logger: Logger
  readonly topic: string
  readonly from: number
  readonly handle: Tailing['handle']
}

const batchMax = 256
/** Events are announced. */
const pollMs = 5000
const pauses = { firstMs: 100, maxMs: 5000 }

/**
 * Delivers every event of a topic after position `from`; reconnecting loses none, restarting does.
 */
export function tailTopic({ log, session, logger, topic, from, handle }: TailOptions): Subscription {
  const grown = new Alarm()
  const hand = loggingHandler(handle, logger)
  let isStopped = false

  async function run(): Promise<void> {
    const unwatch = session.watch(topic, () => grown.ring())
    let failures = 0
    for (let after = from; !isStopped; ) {
      try {
        await session.connect()
        const batch = await log.read(topic, after, batchMax)
        for (const { event } of batch) hand(event)
        after = batch.at(-1)?.position ?? after
        failures = 0
        if (batch.length < batchMax) await grown.sleep(pollMs)
      } catch (error) {
        failures += 1
        logger.debug({ err: error, topic }, 'the tail of a topic waits for the event log')
        await grown.sleep(backoff(failures, pauses))
      }
    }
    unwatch()
  }

  const running = run()
  return {
    stop: async () => {
      isStopped = true
      grown.ring()
      await running
    },
  }
}
