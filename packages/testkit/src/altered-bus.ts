import type { EventBus } from '@portal/service-kit/ports/event-bus'

/** A bus with some methods replaced, to simulate an outage, to count or to stop half-way. */
export function alteredBus(bus: EventBus, changes: Partial<EventBus>): EventBus {
  return {
    publish: (topic, events) => bus.publish(topic, events),
    subscribe: (options) => bus.subscribe(options),
    tail: (options) => bus.tail(options),
    redact: (topic, redaction) => bus.redact(topic, redaction),
    lag: (group, topics) => bus.lag(group, topics),
    check: () => bus.check(),
    close: () => bus.close(),
    ...changes,
  }
}
