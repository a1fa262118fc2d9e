import type { Database } from '../database/open-database.ts'
import type { Logger } from '../logger.ts'
import type { EventBus } from '../ports/event-bus.ts'
import { retry } from '../sleep.ts'
import type { Consumer, Follower } from './consumers.ts'
import { type DeadLetters, deadLetters } from './dead-letters.ts'
import { followingOf, type Handling, handlingOf, receive } from './receive.ts'

/** `service` is the consumer group. */
export interface ConsumersOptions {
  readonly service: string
  readonly consumers: readonly Consumer[]
  readonly database: Database
  readonly bus: EventBus
  readonly log: Logger
}

export interface RunningConsumers {
  readonly deadLetters: DeadLetters
  /** Resolves after the running handlers. */
  stop(): Promise<void>
}

/**
 * Consumes the topics of the consumers' definitions. An event that fails five times becomes a dead
 * letter and blocks its key only. Nothing is consumed while the service's database is away. Starts
 * without the bus. Throws when reactions to one event ask for different transactions.
 */
export function startConsumers(options: ConsumersOptions): RunningConsumers {
  const { service, database, bus, log } = options
  const handling = handlingOf({ service, consumers: options.consumers, database, log })
  const topics = [...new Set(options.consumers.map((consumer) => consumer.definition.source))]
  return { ...consume(handling, { topics, bus }), deadLetters: deadLetters(handling) }
}

/** Starts a follower of a service, under the rules of {@link startConsumers}. */
export function startFollower(
  follower: Follower,
  { bus, ...parts }: Omit<ConsumersOptions, 'consumers'>,
): Pick<RunningConsumers, 'stop'> {
  return consume(followingOf(follower, parts), { topics: follower.topics, bus })
}

function consume(
  handling: Handling,
  { topics, bus }: { readonly topics: readonly string[]; readonly bus: EventBus },
): Pick<RunningConsumers, 'stop'> {
  const { service: group, log } = handling
  const halt = new AbortController()
  const subscribe = () => bus.subscribe({ group, topics, handle: (event) => receive(handling, event) })
  const subscribed =
    topics.length === 0
      ? Promise.resolve(null)
      : retry(subscribe, {
          firstMs: 200,
          maxMs: 5000,
          halted: halt.signal,
          failed: (error, attempt) => log.warn({ err: error, attempt }, 'cannot subscribe to events yet'),
        })
  return {
    stop: async () => {
      halt.abort()
      await (await subscribed)?.stop()
    },
  }
}
