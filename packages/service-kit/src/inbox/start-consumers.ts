import { growingPause, rest } from '../alarm.ts'
import type { Database } from '../database/open-database.ts'
import type { Logger } from '../logger.ts'
import type { EventBus, Subscription } from '../ports/event-bus.ts'
import type { Consumer, Follower } from './consumers.ts'
import { type DeadLetters, deadLetters } from './dead-letters.ts'
import { followingOf, type Handling, handlingOf, receive } from './receive.ts'

/** What {@link startConsumers} needs. `service` is the consumer group. */
export interface ConsumersOptions {
  readonly service: string
  readonly consumers: readonly Consumer[]
  readonly database: Database
  readonly bus: EventBus
  readonly log: Logger
}

/** Running consumers. */
export interface RunningConsumers {
  readonly deadLetters: DeadLetters
  /** Resolves after the running handlers. */
  stop(): Promise<void>
}

/**
 * Consumes the topics that the consumers' definitions name. An event that fails five times goes to the dead letters and holds back what
 * follows on its key; other keys move on. While the service's own database is away, nothing moves and nothing is lost. Starts even when
 * the bus is away. Throws when two reactions to one event ask for different transactions.
 */
export function startConsumers(options: ConsumersOptions): RunningConsumers {
  const { service, database, bus, log } = options
  const handling = handlingOf({ service, consumers: options.consumers, database, log })
  const topics = [...new Set(options.consumers.map((consumer) => consumer.definition.source))]
  return { ...subscribe(handling, { topics, bus }), deadLetters: deadLetters(handling) }
}

/** Starts a follower of a service, under the rules of {@link startConsumers}. */
export function startFollower(
  follower: Follower,
  { bus, ...parts }: Omit<ConsumersOptions, 'consumers'>,
): Pick<RunningConsumers, 'stop'> {
  return subscribe(followingOf(follower, parts), { topics: follower.topics, bus })
}

function subscribe(
  handling: Handling,
  { topics, bus }: { readonly topics: readonly string[]; readonly bus: EventBus },
): Pick<RunningConsumers, 'stop'> {
  const { service: group, log } = handling
  const connecting = new Connecting(log)
  const subscribed =
    topics.length === 0
      ? Promise.resolve(null)
      : connecting.untilDone(() =>
          bus.subscribe({ group, topics, handle: (event) => receive(handling, event) }),
        )
  return {
    stop: async () => {
      connecting.halt()
      await (await subscribed)?.stop()
    },
  }
}

/** Subscribes, again and again while the bus is away. */
class Connecting {
  readonly #log: Logger
  readonly #halted = new AbortController()

  constructor(log: Logger) {
    this.#log = log
  }

  halt(): void {
    this.#halted.abort()
  }

  async untilDone(subscribe: () => Promise<Subscription>): Promise<Subscription | null> {
    for (let attempt = 1; !this.#halted.signal.aborted; attempt += 1) {
      try {
        return await subscribe()
      } catch (error) {
        this.#log.warn({ err: error, attempt }, 'cannot subscribe to events yet')
        await rest(growingPause(attempt, { firstMs: 200, maxMs: 5000 }), this.#halted.signal)
      }
    }
    return null
  }
}
