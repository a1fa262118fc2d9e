import { setImmediate } from 'node:timers/promises'
import type { EventEnvelope } from '@portal/contracts/events'
import { expect, test, vi } from 'vitest'
import { byKey, collect, envelope, group, numbered, type Parts, patience, unique } from './parts.ts'

/** Consumer groups: positions, sharing, takeover, lag. */
export function groups({ bus, topics, oneTopic }: Parts): void {
  test('a group goes on where it stopped, without repeating what it had handled', async () => {
    const topic = await oneTopic()
    const same = group()
    const sent = numbered(topic, { count: 60, keys: 4 })
    const first = bus()
    await first.publish(topic, sent.slice(0, 30))
    const before = await collect(first, { group: same, topic })
    await vi.waitFor(() => expect(before.events).toHaveLength(30), patience)
    await first.close()
    const second = bus()
    await second.publish(topic, sent.slice(30))
    const after = await collect(second, { group: same, topic })
    await vi.waitFor(() => expect(after.events).toHaveLength(30), patience)
    expect(byKey([...before.events, ...after.events])).toEqual(byKey(sent))
  })

  test('every event reaches one member of a group, and each group', async () => {
    const [one = '', two = ''] = await topics(2)
    const same = group()
    const counts = new Map<string, number>()
    const count = async (event: EventEnvelope) => void counts.set(event.id, (counts.get(event.id) ?? 0) + 1)
    for (const member of [bus(), bus()])
      await member.subscribe({ group: same, topics: [one, two], handle: count })
    const other = await collect(bus(), { group: group(), topic: one })
    const warm = [envelope(one, 'warm', 0), envelope(two, 'warm', 0)]
    for (const event of warm) await bus().publish(event.source, [event])
    await vi.waitFor(() => expect(counts.size).toBe(2), patience)
    for (const topic of [one, two]) await bus().publish(topic, numbered(topic, { count: 100, keys: 9 }))
    await vi.waitFor(() => expect(counts.size).toBe(202), patience)
    await vi.waitFor(() => expect(other.events).toHaveLength(101), patience)
    expect([...counts.values()].every((times) => times === 1)).toBe(true)
  })

  test('when a member leaves, another takes over what it consumed', async () => {
    const topic = await oneTopic()
    const same = group()
    const sent = numbered(topic, { count: 40, keys: 4 })
    const first = bus()
    const seen = await collect(first, { group: same, topic })
    await first.publish(topic, sent.slice(0, 10))
    await vi.waitFor(() => expect(seen.events).toHaveLength(10), patience)
    await collect(bus(), { group: same, topic, into: seen.events })
    await first.publish(topic, sent.slice(10, 20))
    await vi.waitFor(() => expect(unique(seen.events)).toHaveLength(20), patience)
    await first.close()
    await bus().publish(topic, sent.slice(20))
    await vi.waitFor(() => expect(unique(seen.events)).toHaveLength(40), patience)
    expect(byKey(unique(seen.events))).toEqual(byKey(sent))
  })

  test('a stop waits for the running handler', async () => {
    const topic = await oneTopic()
    const running = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    let isDone = false
    const subscription = await bus().subscribe({
      group: group(),
      topics: [topic],
      handle: async () => {
        started.resolve()
        await running.promise
        isDone = true
      },
    })
    await bus().publish(topic, [envelope(topic, 'key', 1)])
    await started.promise
    const stopped = subscription.stop()
    running.resolve()
    await stopped
    expect(isDone).toBe(true)
  })

  test('a stop in the middle stores how far it came: what was handled is not repeated', async () => {
    const topic = await oneTopic()
    const same = group()
    const sent = numbered(topic, { count: 200, keys: 1 })
    const member = bus()
    const before: EventEnvelope[] = []
    const halfway = Promise.withResolvers<void>()
    await member.publish(topic, sent)
    await member.subscribe({
      group: same,
      topics: [topic],
      handle: async (event) => {
        before.push(event)
        if (before.length === 50) halfway.resolve()
        if (before.length >= 50) await setImmediate()
      },
    })
    await halfway.promise
    await member.close()
    expect(before.length).toBeLessThan(200)
    const after = await collect(bus(), { group: same, topic })
    await vi.waitFor(() => expect(after.events.at(-1)).toEqual(sent.at(-1)), patience)
    expect([...before, ...after.events]).toEqual(sent)
  })

  test('lag counts what a group has not handled', async () => {
    const topic = await oneTopic()
    const same = group()
    const observer = bus()
    await observer.publish(topic, numbered(topic, { count: 12, keys: 3 }))
    expect(await observer.lag(same, [topic])).toEqual([{ topic, behind: 12 }])
    const seen = await collect(bus(), { group: same, topic })
    await vi.waitFor(() => expect(seen.events).toHaveLength(12), patience)
    await vi.waitFor(
      async () => expect(await observer.lag(same, [topic])).toEqual([{ topic, behind: 0 }]),
      patience,
    )
  })
}
