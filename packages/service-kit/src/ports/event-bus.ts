import type { EventEnvelope } from '@portal/contracts/events'

/** Handles one event. Rejection redelivers it with backoff and blocks its key meanwhile. */
export type EventHandler = (event: EventEnvelope) => Promise<void>

/** A running consumer. `stop` resolves once the handler has ended and its position is stored. */
export interface Subscription {
  stop(): Promise<void>
}

/** New values for fields of the events whose `data.userId` is this person. */
export interface Redaction {
  readonly type: string
  readonly userId: string
  readonly values: Readonly<Record<string, string | null>>
}

/** How far a consumer group is behind the end of a topic, in events. */
export interface GroupLag {
  readonly topic: string
  readonly behind: number
}

/**
 * Carries events between services: at least once, in order per key, kept 14 days. Handlers reject
 * only if their own database is away; service-kit's inbox deals with poison events.
 */
export interface EventBus {
  /** Appends in order; resolves when durable. Called by the topic's service's relay only. */
  publish(topic: string, events: readonly EventEnvelope[]): Promise<void>
  /** Each event reaches one group member, from the stored position, initially the start. */
  subscribe(options: {
    readonly group: string
    readonly topics: readonly string[]
    readonly handle: EventHandler
  }): Promise<Subscription>
  /** Every event from now on, at every instance; stores no position. */
  tail(options: {
    readonly topics: readonly string[]
    readonly handle: (event: EventEnvelope) => void
  }): Promise<Subscription>
  lag(group: string, topics: readonly string[]): Promise<GroupLag[]>
  /**
   * Overwrites fields of stored events. If the log cannot be changed, resolves with the time by
   * which it will have dropped them, otherwise with null.
   */
  redact(topic: string, redaction: Redaction): Promise<Date | null>
  /** Throws {@link EngineUnavailable}, with a sentence for visitors, if unusable. */
  check(): Promise<void>
  close(): Promise<void>
}
