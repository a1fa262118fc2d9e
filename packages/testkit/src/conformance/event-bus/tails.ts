import type { EventEnvelope } from '@portal/contracts/events'
import { expect, test, vi } from 'vitest'
import { byKey, envelope, numbered, type Parts, patience } from './parts.ts'

/** Cases about tails. */
export function tails({ bus, oneTopic }: Parts): void {
  test('a tail shows every instance each event from now on, in order per key, and none from before', async () => {
    const topic = await oneTopic()
    const publisher = bus()
    await publisher.publish(topic, [envelope(topic, 'old', 0)])
    const instances = await Promise.all(
      [bus(), bus()].map(async (instance) => {
        const events: EventEnvelope[] = []
        await instance.tail({ topics: [topic], handle: (event) => void events.push(event) })
        return events
      }),
    )
    const sent = numbered(topic, { count: 50, keys: 5 })
    await publisher.publish(topic, sent)
    for (const events of instances) {
      await vi.waitFor(() => expect(events).toHaveLength(50), patience)
      expect(byKey(events)).toEqual(byKey(sent))
    }
  })
}
