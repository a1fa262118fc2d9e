import type { EventEnvelope } from '@portal/contracts/events'

/** Handles one event. While it rejects, the same event is delivered again after a growing pause and nothing after it on its key. */
export type EventHandler = (event: EventEnvelope) => Promise<void>

/** A running consumer. `stop` resolves after the running handler has ended and its position is stored. */
export interface Subscription {
  stop(): Promise<void>
}

/** How far a consumer group is behind the end of a topic, in events. */
export interface GroupLag {
  readonly topic: string
  readonly behind: number
}

/**
 * Carries events between services: at least once, in order per key, kept 14 days. Poison events are the consumer's business
 * (service-kit's inbox), so a handler here rejects only when its own database is away.
 */
export interface EventBus {
  /** Appends events in the given order; resolves when all are durable. Only a service's relay calls it, for its own topic. */
  publish(topic: string, events: readonly EventEnvelope[]): Promise<void>
  /** Consumes topics as a member of a group: each event reaches one member, from the group's stored position (the beginning at first). */
  subscribe(options: {
    readonly group: string
    readonly topics: readonly string[]
    readonly handle: EventHandler
  }): Promise<Subscription>
  /** Every event from now on, at every instance, nothing stored. */
  tail(options: {
    readonly topics: readonly string[]
    readonly handle: (event: EventEnvelope) => void
  }): Promise<Subscription>
  /** Sets a group's position back to the beginning (replay). No member of the group may be running. */
  rewind(group: string, topics: readonly string[]): Promise<void>
  lag(group: string, topics: readonly string[]): Promise<GroupLag[]>
  /** Resolves when events can be published and read, else throws {@link EngineUnavailable} with one sentence that says why not, fit for visitors' eyes. */
  check(): Promise<void>
  close(): Promise<void>
}
