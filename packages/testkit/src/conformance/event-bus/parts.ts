import { randomUUID } from 'node:crypto'
import type { EventEnvelope } from '@portal/contracts/events'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { vi } from 'vitest'

/** Fixtures of the suite's cases. */
export interface Parts {
  /** Another bus on the engine, closed after the test. */
  readonly bus: () => EventBus
  readonly topics: (count: number) => Promise<string[]>
  readonly oneTopic: () => Promise<string>
  readonly cutConnections: () => Promise<void>
}

/** How long an effect may take before a case fails. */
export const patience = { timeout: 90_000, interval: 20 }

/** Retries the same batch until the bus accepts it, as a relay does. */
export async function untilPublished(
  bus: EventBus,
  topic: string,
  events: readonly EventEnvelope[],
): Promise<void> {
  await vi.waitFor(() => bus.publish(topic, events), patience)
}

/** Consumes a topic and records events in order of arrival. */
export async function collect(
  bus: EventBus,
  what: { readonly group: string; readonly topic: string; readonly into?: EventEnvelope[] },
): Promise<{ events: EventEnvelope[] }> {
  const events = what.into ?? []
  const handle = async (event: EventEnvelope) => void events.push(event)
  await bus.subscribe({ group: what.group, topics: [what.topic], handle })
  return { events }
}

/** Events numbered from 0, assigned to keys in turn. */
export function numbered(topic: string, plan: { count: number; keys: number }): EventEnvelope[] {
  return Array.from({ length: plan.count }, (_, n) => envelope(topic, `key-${n % plan.keys}`, n))
}

/** One event with a number. */
export function envelope(topic: string, subject: string, n: number): EventEnvelope {
  return {
    specversion: '1.0',
    id: uuidV7(),
    source: topic,
    type: 'thing.happened',
    dataversion: 1,
    subject,
    time: new Date().toISOString(),
    organizationid: 1,
    partitionkey: `1/${subject}`,
    data: { n },
  }
}

/** The number of an event. */
export function numberOf(event: EventEnvelope): number {
  return Number(event.data.n)
}

/** The numbers of each key in order of arrival. */
export function byKey(events: readonly EventEnvelope[]): Record<string, number[]> {
  const lanes = Map.groupBy(events, (event) => event.partitionkey)
  return Object.fromEntries([...lanes].map(([key, lane]) => [key, lane.map(numberOf)]))
}

/** Events without redeliveries. */
export function unique(events: readonly EventEnvelope[]): EventEnvelope[] {
  return [...new Map(events.toReversed().map((event) => [event.id, event])).values()].toReversed()
}

/** A unique group. */
export function group(): string {
  return `group-${randomUUID().slice(0, 8)}`
}
