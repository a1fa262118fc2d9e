import { expect, test, vi } from 'vitest'
import { byKey, collect, envelope, group, numbered, numberOf, type Parts, patience } from './parts.ts'

/** Order per key, content, redelivery, durability. */
export function orderAndDelivery({ bus, oneTopic }: Parts): void {
  test('events of one key arrive in the order of publishing, whatever the batches', async () => {
    const topic = await oneTopic()
    const publisher = bus()
    const sent = numbered(topic, { count: 400, keys: 7 })
    for (let at = 0; at < sent.length; at += 90) await publisher.publish(topic, sent.slice(at, at + 90))
    const seen = await collect(bus(), { group: group(), topic })
    await vi.waitFor(() => expect(seen.events).toHaveLength(400), patience)
    expect(byKey(seen.events)).toEqual(byKey(sent))
  })

  test('an event arrives as it was published, unusual characters included', async () => {
    const topic = await oneTopic()
    const odd = { ...envelope(topic, 'key', 1), data: { text: 'NUL \u0000, "quotes", 🙂, \u2028 and ‮' } }
    await bus().publish(topic, [odd])
    const seen = await collect(bus(), { group: group(), topic })
    await vi.waitFor(() => expect(seen.events).toEqual([odd]), patience)
  })

  test('an event is delivered again after its handler rejected, and nothing of its key before it succeeds', async () => {
    const topic = await oneTopic()
    const seen: number[] = []
    let rejections = 0
    await bus().publish(topic, numbered(topic, { count: 5, keys: 1 }))
    await bus().subscribe({
      group: group(),
      topics: [topic],
      handle: async (event) => {
        if (numberOf(event) === 2 && rejections < 3) {
          rejections += 1
          throw new Error('not now')
        }
        seen.push(numberOf(event))
      },
    })
    await vi.waitFor(() => expect(seen).toEqual([0, 1, 2, 3, 4]), patience)
    expect(rejections).toBe(3)
  })

  test('while the handler rejects an event, other keys go on, also those that are published meanwhile', async () => {
    const topic = await oneTopic()
    const publisher = bus()
    const sent = numbered(topic, { count: 1500, keys: 30 })
    const held = sent.filter((event) => event.partitionkey === sent[0]?.partitionkey).map(numberOf)
    const seen: number[] = []
    let rejections = 0
    await publisher.publish(topic, sent.slice(0, 300))
    await bus().subscribe({
      group: group(),
      topics: [topic],
      handle: async (event) => {
        if (held.includes(numberOf(event)) && seen.length < 1450) {
          rejections += 1
          throw new Error('not now')
        }
        seen.push(numberOf(event))
      },
    })
    await vi.waitFor(() => expect(rejections).toBeGreaterThan(1), patience)
    for (let at = 300; at < 1500; at += 300) await publisher.publish(topic, sent.slice(at, at + 300))
    await vi.waitFor(() => expect(seen).toHaveLength(1500), patience)
    expect(seen.slice(-50)).toEqual(held)
  })

  test('what was published is there when publisher and bus are gone', async () => {
    const topic = await oneTopic()
    const publisher = bus()
    await publisher.publish(topic, numbered(topic, { count: 20, keys: 3 }))
    await publisher.close()
    const seen = await collect(bus(), { group: group(), topic })
    await vi.waitFor(() => expect(seen.events).toHaveLength(20), patience)
  })
}
