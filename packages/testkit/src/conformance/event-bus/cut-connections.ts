import type { EventEnvelope } from '@portal/contracts/events'
import { expect, test, vi } from 'vitest'
import { byKey, collect, group, numbered, type Parts, patience, unique, untilPublished } from './parts.ts'

/** Cases about lost connections. */
export function cutConnectionsCases({ bus, oneTopic, cutConnections }: Parts): void {
  test('cut connections lose no event and keep the order per key, for consumers and tails', async () => {
    const topic = await oneTopic()
    const publisher = bus()
    const seen = await collect(bus(), { group: group(), topic })
    const tailed: EventEnvelope[] = []
    await bus().tail({ topics: [topic], handle: (event) => void tailed.push(event) })
    const sent = numbered(topic, { count: 300, keys: 6 })
    for (let at = 0; at < sent.length; at += 20) {
      const cut = at % 60 === 0 ? cutConnections() : Promise.resolve()
      await untilPublished(publisher, topic, sent.slice(at, at + 20))
      await cut
    }
    await vi.waitFor(() => expect(unique(seen.events)).toHaveLength(300), patience)
    await vi.waitFor(() => expect(unique(tailed)).toHaveLength(300), patience)
    expect(byKey(unique(seen.events))).toEqual(byKey(sent))
    expect(byKey(unique(tailed))).toEqual(byKey(sent))
    await publisher.check()
  })
}
