import type { EventDefinition, EventEnvelope } from '@portal/contracts/events'
import { z } from 'zod'
import { growingPause, rest } from '../alarm.ts'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Database } from '../database/open-database.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { Logger } from '../logger.ts'
import type { EventBus, Subscription } from '../ports/event-bus.ts'
import { type DeadLetters, deadLetters } from './dead-letters.ts'
import type { Emit } from './emit.ts'
import { eventKind, receive } from './receive.ts'

/** What a handler works with: one transaction, in the event's organization, which also records that the event was handled. */
export interface ConsumerScope {
  readonly db: TransactionHandle
  readonly emit: Emit
  readonly enqueue: Enqueue
  readonly organizationId: number | null
  readonly log: Logger
}

/** An event as its handler gets it; `data` is parsed by the definition. */
export interface ReceivedEvent<D extends EventDefinition> {
  readonly id: string
  readonly subject: string
  readonly time: string
  readonly data: z.output<D['data']>
}

/** One reaction of a service to one kind of event. */
export interface Consumer {
  readonly definition: EventDefinition
  readonly as: 'tenant' | 'platform'
  readonly handle: (scope: ConsumerScope, event: EventEnvelope) => Promise<void>
}

/**
 * Declares a reaction. The handler runs in a transaction of the event's organization (of the platform role for platform events, or when
 * declared `as: 'platform'`); its effect and the note that the event was handled commit together, so a repeated delivery has no effect.
 * It does no network work: what takes long is enqueued.
 */
export function on<D extends EventDefinition>(
  definition: D,
  handler: (scope: ConsumerScope, event: ReceivedEvent<D>) => Promise<void>,
  options: { readonly as?: 'tenant' | 'platform' } = {},
): Consumer {
  return {
    definition,
    as: options.as ?? 'tenant',
    handle: (scope, { id, subject, time, data }) =>
      handler(scope, { id, subject, time, data: z.parse<D['data']>(definition.data, data) }),
  }
}

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
 * the bus is away. Throws when two consumers claim the same event.
 */
export function startConsumers(options: ConsumersOptions): RunningConsumers {
  const { service, database, bus, log } = options
  const consumers = new Map(options.consumers.map((consumer) => [eventKind(consumer.definition), consumer]))
  if (consumers.size < options.consumers.length) throw new Error(`${service} handles an event twice.`)
  const handling = { service, consumers, database, log }
  const topics = [...new Set(options.consumers.map((consumer) => consumer.definition.source))]
  const connecting = new Connecting(log)
  const subscribed =
    topics.length === 0
      ? Promise.resolve(null)
      : connecting.untilDone(() =>
          bus.subscribe({ group: service, topics, handle: (event) => receive(handling, event) }),
        )
  return {
    deadLetters: deadLetters(handling),
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
