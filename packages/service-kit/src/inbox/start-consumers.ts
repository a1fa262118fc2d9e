import type { EventBus } from '../ports/event-bus.ts'
import { retry } from '../sleep.ts'
import { type Follower, followingOf, type Handling, handlingOf } from './consumers.ts'
import { receive } from './receive.ts'

/**
 * Consumes the topics of the consumers' definitions; `service` is the consumer group. An event that
 * fails five times becomes a dead letter and blocks its key only. Nothing is consumed while the
 * service's database is away. Starts without the bus. Throws when reactions to one event ask for
 * different transactions. `stop` resolves after the running handlers.
 */
export function startConsumers({
  bus,
  ...parts
}: Parameters<typeof handlingOf>[0] & { readonly bus: EventBus }): { stop(): Promise<void> } {
  return consume(handlingOf(parts), bus)
}

/** Starts a follower of a service, under the rules of {@link startConsumers}. */
export function startFollower(
  follower: Follower,
  { bus, ...parts }: Parameters<typeof followingOf>[1] & { readonly bus: EventBus },
): { stop(): Promise<void> } {
  return consume(followingOf(follower, parts), bus)
}

function consume(handling: Handling, bus: EventBus): { stop(): Promise<void> } {
  const { service: group, topics, log } = handling
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
