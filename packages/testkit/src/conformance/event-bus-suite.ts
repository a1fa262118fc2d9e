import { randomUUID } from 'node:crypto'
import type { EventEnvelope } from '@portal/contracts/events'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

/** An engine as the suite needs it. */
export interface EventBusEngine {
  /** Another bus on the engine, as another process would open it. */
  open(): EventBus
  /** Makes topics, where the engine wants them made before use. */
  provision(topics: readonly string[]): Promise<void>
  /** Cuts all connections to the engine, as its restart does. */
  cutConnections(): Promise<void>
  stop(): Promise<void>
}

const patience = { timeout: 30_000, interval: 20 }

/** What every EventBus promises (service-kit's port), tried on a real engine. `name` is the adapter's. */
export function describeEventBus(name: string, start: () => Promise<EventBusEngine>): void {
  describe(`${name} as an event bus`, () => {
    let engine: EventBusEngine
    const open: EventBus[] = []
    const bus = (): EventBus => {
      const opened = engine.open()
      open.push(opened)
      return opened
    }
    const topics = async (count: number): Promise<string[]> => {
      const names = Array.from({ length: count }, () => `topic-${randomUUID().slice(0, 8)}`)
      await engine.provision(names)
      return names
    }
    const oneTopic = async (): Promise<string> => (await topics(1))[0] ?? ''
    const parts = { bus, topics, oneTopic, cutConnections: () => engine.cutConnections() }

    beforeAll(async () => {
      engine = await start()
    })
    afterEach(async () => {
      await Promise.all(open.splice(0).map((opened) => opened.close()))
    })
    afterAll(() => engine.stop())

    orderAndDelivery(parts)
    groups(parts)
    tails(parts)
    failures(parts)
  })
}

interface Parts {
  readonly bus: () => EventBus
  readonly topics: (count: number) => Promise<string[]>
  readonly oneTopic: () => Promise<string>
  readonly cutConnections: () => Promise<void>
}

function orderAndDelivery({ bus, oneTopic }: Parts): void {
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

  test('what was published is there when publisher and bus are gone', async () => {
    const topic = await oneTopic()
    const publisher = bus()
    await publisher.publish(topic, numbered(topic, { count: 20, keys: 3 }))
    await publisher.close()
    const seen = await collect(bus(), { group: group(), topic })
    await vi.waitFor(() => expect(seen.events).toHaveLength(20), patience)
  })
}

function groups({ bus, topics, oneTopic }: Parts): void {
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

  test('a rewound group sees everything again; a running one cannot be rewound', async () => {
    const topic = await oneTopic()
    const same = group()
    const sent = numbered(topic, { count: 10, keys: 2 })
    const member = bus()
    await member.publish(topic, sent)
    const seen = await collect(member, { group: same, topic })
    await vi.waitFor(() => expect(seen.events).toHaveLength(10), patience)
    await expect(bus().rewind(same, [topic])).rejects.toThrow(/stop/)
    await member.close()
    await bus().rewind(same, [topic])
    const again = await collect(bus(), { group: same, topic })
    await vi.waitFor(() => expect(byKey(again.events)).toEqual(byKey(sent)), patience)
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

function tails({ bus, oneTopic }: Parts): void {
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

function failures({ bus, oneTopic, cutConnections }: Parts): void {
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

/** As a relay does it: the same batch again until the bus has it. */
async function untilPublished(bus: EventBus, topic: string, events: readonly EventEnvelope[]): Promise<void> {
  await vi.waitFor(() => bus.publish(topic, events), patience)
}

/** Consumes a topic and notes what arrives, in order of arrival. */
async function collect(
  bus: EventBus,
  what: { readonly group: string; readonly topic: string; readonly into?: EventEnvelope[] },
): Promise<{ events: EventEnvelope[] }> {
  const events = what.into ?? []
  const handle = async (event: EventEnvelope) => void events.push(event)
  await bus.subscribe({ group: what.group, topics: [what.topic], handle })
  return { events }
}

function numbered(topic: string, plan: { count: number; keys: number }): EventEnvelope[] {
  return Array.from({ length: plan.count }, (_, n) => envelope(topic, `key-${n % plan.keys}`, n))
}

function envelope(topic: string, subject: string, n: number): EventEnvelope {
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

function numberOf(event: EventEnvelope): number {
  return Number(event.data.n)
}

function byKey(events: readonly EventEnvelope[]): Record<string, number[]> {
  const lanes = Map.groupBy(events, (event) => event.partitionkey)
  return Object.fromEntries([...lanes].map(([key, lane]) => [key, lane.map(numberOf)]))
}

/** First deliveries. */
function unique(events: readonly EventEnvelope[]): EventEnvelope[] {
  return [...new Map(events.toReversed().map((event) => [event.id, event])).values()].toReversed()
}

function group(): string {
  return `group-${randomUUID().slice(0, 8)}`
}
