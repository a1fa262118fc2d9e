import { EventEnvelope } from '@portal/contracts/events'
import type { KafkaMessage, Message } from 'kafkajs'

/** An event as a record: structured mode (CloudEvents Kafka binding 1.0.2), keyed for order. */
export function toMessage(event: EventEnvelope): Message & { readonly value: string } {
  return {
    key: event.partitionkey,
    value: JSON.stringify(event),
    headers: { 'content-type': 'application/cloudevents+json; charset=UTF-8' },
  }
}

/** The event of a record, or null for a foreign record. */
export function toEvent(message: KafkaMessage): EventEnvelope | null {
  try {
    const read = EventEnvelope.safeParse(JSON.parse(String(message.value)))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
