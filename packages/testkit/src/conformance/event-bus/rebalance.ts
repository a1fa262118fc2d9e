import { setTimeout as work } from 'node:timers/promises'
import type { EventEnvelope } from '@portal/contracts/events'
import { expect, test, vi } from 'vitest'
import { byKey, group, numbered, type Parts, patience, unique } from './parts.ts'

/** As long as a small transaction, so that members join and leave while handlers run. */
const handlerMs = 15

/** Members of a group that join and leave while events flow. */
export function rebalance({ bus, oneTopic }: Parts): void {
  test('members that join and leave while handlers run lose none and keep the order per key', async () => {
    const topic = await oneTopic()
    const same = group()
    const publisher = bus()
    const sent = numbered(topic, { count: 900, keys: 12 })
    const seen: EventEnvelope[] = []
    const join = async () => {
      const member = bus()
      const handled: EventEnvelope[] = []
      const handle = async (event: EventEnvelope) => {
        await work(handlerMs)
        seen.push(event)
        handled.push(event)
      }
      await member.subscribe({ group: same, topics: [topic], handle })
      return { leave: () => member.close(), handled }
    }
    const arrived = (count: number) =>
      vi.waitFor(() => expect(unique(seen).length).toBeGreaterThanOrEqual(count), patience)

    const first = await join()
    await publisher.publish(topic, sent.slice(0, 400))
    await arrived(30)
    const second = await join()
    await arrived(150)
    const third = await join()
    await arrived(250)
    await Promise.all([first.leave(), publisher.publish(topic, sent.slice(400, 700))])
    await arrived(500)
    await Promise.all([second.leave(), publisher.publish(topic, sent.slice(700))])
    await arrived(900)
    await third.leave()
    expect(byKey(unique(seen))).toEqual(byKey(sent))
    expect(third.handled.length).toBeGreaterThan(0)
  })
}
