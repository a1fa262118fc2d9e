import type { EventEnvelope } from '@portal/contracts/events'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import type { Logger } from '@portal/service-kit/logger'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { EventBus, EventHandler, GroupLag, Subscription } from '@portal/service-kit/ports/event-bus'
import { every } from '@portal/service-kit/sleep'
import { EventLog } from './postgres/event-log.ts'
import { GroupMember, memberLock } from './postgres/group-member.ts'
import { type Lock, LogSession } from './postgres/log-session.ts'
import { TopicTail } from './postgres/topic-tail.ts'

/** Settings of {@link PostgresEventBus}; `url` connects as the owner of its own database. */
export interface PostgresEventBusOptions {
  readonly url: string
  readonly name: string
  readonly log: Logger
  readonly retentionMs?: number
}

const days = 86_400_000
const trimEveryMs = 600_000

/** The embedded event bus: a log in Postgres that creates its tables itself. */
export class PostgresEventBus implements EventBus {
  readonly #database: Database
  readonly #log: EventLog
  readonly #session: LogSession
  readonly #logger: Logger
  readonly #subscriptions = new Set<Subscription>()
  readonly #trimming: ReturnType<typeof every>

  constructor(options: PostgresEventBusOptions) {
    this.#database = openDatabase({
      urls: { app: options.url, platform: options.url },
      name: options.name,
      platformConnections: 4,
      transactionTimeoutMs: 15_000,
    })
    this.#log = new EventLog(this.#database)
    this.#session = new LogSession(this.#database)
    this.#logger = options.log
    const retentionMs = options.retentionMs ?? 14 * days
    this.#trimming = every(
      trimEveryMs,
      () => this.#log.trim(retentionMs),
      (error) => options.log.warn({ err: error }, 'old events could not be removed; next try in ten minutes'),
    )
  }

  publish(topic: string, events: readonly EventEnvelope[]): Promise<void> {
    return this.#log.append(topic, events)
  }

  async subscribe(options: {
    readonly group: string
    readonly topics: readonly string[]
    readonly handle: EventHandler
  }): Promise<Subscription> {
    const { group, topics, handle } = options
    return this.#track(
      topics.map(
        (topic) =>
          new GroupMember({
            log: this.#log,
            session: this.#session,
            logger: this.#logger,
            group,
            topic,
            handle,
          }),
      ),
    )
  }

  async tail(options: {
    readonly topics: readonly string[]
    readonly handle: (event: EventEnvelope) => void
  }): Promise<Subscription> {
    const starts = await Promise.all(
      options.topics.map(async (topic) => ({ topic, from: await this.#log.end(topic) })),
    )
    const parts = { log: this.#log, session: this.#session, logger: this.#logger, handle: options.handle }
    return this.#track(starts.map((start) => new TopicTail({ ...parts, ...start })))
  }

  async rewind(group: string, topics: readonly string[]): Promise<void> {
    const locks: Lock[] = []
    try {
      for (const topic of topics) {
        const lock = await this.#session.lock(memberLock(group, topic))
        if (!lock) throw new Error(`Group ${group} still consumes ${topic}: stop its members first.`)
        locks.push(lock)
      }
      await this.#log.rewind(group, topics)
    } finally {
      await Promise.all(locks.map((lock) => lock.release()))
    }
  }

  lag(group: string, topics: readonly string[]): Promise<GroupLag[]> {
    return this.#log.lag(group, topics)
  }

  async check(): Promise<void> {
    try {
      await this.#log.check()
    } catch (error) {
      throw new EngineUnavailable('The event log in Postgres does not answer.', 2, { cause: error })
    }
  }

  async close(): Promise<void> {
    await this.#trimming.stop()
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()))
    await this.#session.close()
    await this.#database.close()
  }

  #track(parts: readonly Subscription[]): Subscription {
    const subscription = {
      stop: async () => {
        await Promise.all(parts.map((part) => part.stop()))
        this.#subscriptions.delete(subscription)
      },
    }
    this.#subscriptions.add(subscription)
    return subscription
  }
}
