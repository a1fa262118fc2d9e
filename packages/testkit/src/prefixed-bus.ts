import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { alteredBus } from './altered-bus.ts'

/** Prefixes topics and groups, to share an engine with other tests. */
export function prefixedBus(bus: EventBus, prefix: string): EventBus {
  const own = (topics: readonly string[]) => topics.map((topic) => prefix + topic)
  return alteredBus(bus, {
    publish: (topic, events) => bus.publish(prefix + topic, events),
    subscribe: ({ group, topics, handle }) =>
      bus.subscribe({ group: prefix + group, topics: own(topics), handle }),
    tail: ({ topics, handle }) => bus.tail({ topics: own(topics), handle }),
    redact: (topic, redaction) => bus.redact(prefix + topic, redaction),
    lag: async (group, topics) =>
      (await bus.lag(prefix + group, own(topics))).map(({ topic, behind }) => ({
        topic: topic.slice(prefix.length),
        behind,
      })),
  })
}
