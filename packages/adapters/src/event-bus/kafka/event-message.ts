import { EventEnvelope } from '@portal/contracts/events'
import type { KafkaMessage, Message } from 'kafkajs'

/** An event as a record, as the Kafka binding of CloudEvents 1.0.2 writes structured mode; keyed so that a key stays in one partition. */
export function toMessage(event: EventEnvelope): Message & { readonly value: string } {
  return {
    key: event.partitionkey,
    value: JSON.stringify(event),
    headers: { 'content-type': 'application/cloudevents+json; charset=UTF-8' },
  }
}

/** The event of a record, or null when the record is none of ours. */
export function toEvent(message: KafkaMessage): EventEnvelope | null {
  try {
    const read = EventEnvelope.safeParse(JSON.parse(String(message.value)))
    return read.success ? read.data : null
  } catch {
    return null
  }
}
