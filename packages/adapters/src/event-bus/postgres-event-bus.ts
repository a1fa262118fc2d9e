import { openDatabase } from '@portal/service-kit/database/open-database'
import type { Logger } from '@portal/service-kit/logger'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { every } from '@portal/service-kit/sleep'
import { EventLog } from './postgres/event-log.ts'
import { consumeTopic } from './postgres/group-member.ts'
import { LogSession } from './postgres/log-session.ts'
import { tailTopic } from './postgres/topic-tail.ts'
import { Subscriptions } from './subscriptions.ts'

const retentionMs = 14 * 86_400_000
const trimEveryMs = 600_000

/**
 * The embedded event bus: a log in Postgres that creates its tables itself. `url` connects as the
 * owner of its own database.
 */
export function openPostgresEventBus(
  url: string,
  { name, log: logger }: { readonly name: string; readonly log: Logger },
): EventBus {
  const database = openDatabase({
    urls: { app: url, platform: url },
    name,
    platformConnections: 4,
    transactionTimeoutMs: 15_000,
  })
  const log = new EventLog(database)
  const session = new LogSession(database)
  const subscriptions = new Subscriptions()
  const parts = { log, session, logger }
  const trimming = every(
    trimEveryMs,
    () => log.trim(retentionMs),
    (error) => logger.warn({ err: error }, 'old events could not be removed; next try in ten minutes'),
  )

  return {
    publish: (topic, events) => log.append(topic, events),
    subscribe: async ({ topics, ...consumed }) =>
      subscriptions.add(topics.map((topic) => consumeTopic({ ...parts, ...consumed, topic }))),
    async tail({ topics, handle }) {
      const starts = await Promise.all(topics.map(async (topic) => ({ topic, from: await log.end(topic) })))
      return subscriptions.add(starts.map((start) => tailTopic({ ...parts, ...start, handle })))
    },
    redact: async (topic, redaction) => {
      await log.redact(topic, redaction)
      return null
    },
    lag: (group, topics) => log.lag(group, topics),
    async check() {
      try {
        await log.check()
      } catch (error) {
        throw new EngineUnavailable('The event log in Postgres does not answer.', 2, { cause: error })
      }
    },
    async close() {
      await trimming.stop()
      await subscriptions.stop()
      await session.close()
      await database.close()
    },
  }
}
