import type { Logger } from '@portal/service-kit/logger'
import type { EventBus, Subscription } from '@portal/service-kit/ports/event-bus'

/** What a consumer group handles. */
export type Consumption = Parameters<EventBus['subscribe']>[0]
/** What a tail hands on. */
export type Tailing = Parameters<EventBus['tail']>[0]

/** The subscriptions of a bus, which end with it. */
export class Subscriptions {
  readonly #running = new Set<Subscription>()

  /** One subscription of these parts. */
  add(parts: readonly Subscription[]): Subscription {
    const subscription = {
      stop: async () => {
        await Promise.all(parts.map((part) => part.stop()))
        this.#running.delete(subscription)
      },
    }
    this.#running.add(subscription)
    return subscription
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running].map((subscription) => subscription.stop()))
  }
}

/** A tail's handler, whose errors go to the log: there is nobody to retry. */
export function loggingHandler(handle: Tailing['handle'], log: Logger): Tailing['handle'] {
  return (event) => {
    try {
      handle(event)
    } catch (error) {
      log.error({ err: error, eventId: event.id }, 'a listener of the tail failed')
    }
  }
}
