import { randomUUID } from 'node:crypto'
import type { EventEnvelope } from '@portal/contracts/events'
import { createLogger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { expectKept } from '@portal/testkit/acknowledged-writes'
import {
  byKey,
  collect,
  envelope,
  group,
  numbered,
  unique,
  untilPublished,
} from '@portal/testkit/conformance/event-bus/parts'
import { isFullDrill } from '@portal/testkit/drill-size'
import { disturb, engineUrl } from '@portal/testkit/engines'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type KafkaEventBusOptions, openKafkaEventBus } from '../kafka-event-bus.ts'
import { type KafkaClient, openKafka } from './kafka-client.ts'
import { provisionKafkaTopics } from './provision-kafka-topics.ts'

const patience = { timeout: 90_000, interval: 50 }
const lines: string[] = []
const log = createLogger({
  service: 'test',
  level: 'info',
  destination: { write: (line) => void lines.push(line) },
})
const open: EventBus[] = []
let url = ''

beforeAll(async () => {
  url = await engineUrl('kafka')
})

afterEach(async () => {
  await disturb('kafka', 'resume')
  await disturb('kafka', 'start')
  await Promise.all(open.splice(0).map((bus) => bus.close()))
  lines.length = 0
})

function bus(options: Partial<KafkaEventBusOptions> = {}): EventBus {
  const opened = openKafkaEventBus({ url, name: 'test', log, ...options })
  open.push(opened)
  return opened
}

async function newTopic(): Promise<string> {
  const topic = `topic-${randomUUID().slice(0, 8)}`
  await provisionKafkaTopics(url, { log, plan: { topics: [topic], partitions: 3, retentionMs: 3_600_000 } })
  return topic
}

/** A client with injected faults. */
function faultyClient(faults: Partial<KafkaClient>): KafkaClient {
  const real = openKafka(url, { name: 'test', log })
  return {
    admin: (config) => real.admin(config),
    consumer: (config) => real.consumer(config),
    producer: (config) => real.producer(config),
    ...faults,
  }
}

test('a broker killed again and again loses no event and keeps the order per key, for consumers and tails', async (context) => {
  const topic = await newTopic()
  const publisher = bus()
  const seen = await collect(bus(), { group: group(), topic })
  const tailed: EventEnvelope[] = []
  await bus().tail({ topics: [topic], handle: (event) => void tailed.push(event) })
  const count = isFullDrill ? 9000 : 600
  const sent = numbered(topic, { count, keys: 7 })
  for (let at = 0; at < count; at += 20) {
    // Who does not wait for the broker gets here before it is back.
    if (at === count / 5 || at === (2 * count) / 3)
      for (const step of ['start', 'kill'] as const) await disturb('kafka', step)
    await vi.waitFor(() => publisher.publish(topic, sent.slice(at, at + 20)), patience)
  }
  await vi.waitFor(() => expect(unique(seen.events)).toHaveLength(count), patience)
  await expectKept(context, idsOf(sent), idsOf(seen.events))
  await vi.waitFor(() => expect(unique(tailed)).toHaveLength(count), patience)
  expect(byKey(unique(seen.events))).toEqual(byKey(sent))
  expect(byKey(unique(tailed))).toEqual(byKey(sent))
})

test('while the broker is held still, calls end with one sentence; afterwards everything goes on in order', async () => {
  const topic = await newTopic()
  const publisher = bus()
  const seen = await collect(bus(), { group: group(), topic })
  const sent = numbered(topic, { count: 80, keys: 5 })
  await publisher.publish(topic, sent.slice(0, 40))
  await vi.waitFor(() => expect(seen.events).toHaveLength(40), patience)
  await disturb('kafka', 'pause')
  const begun = performance.now()
  await expect(publisher.check()).rejects.toThrow('Kafka does not answer.')
  // A probe of 4 s, or one request of 8 s where the broker answered the probe before it held still.
  expect(performance.now() - begun).toBeLessThan(12_000)
  const stopping = await collect(bus(), { group: group(), topic })
  expect(stopping.events).toEqual([])
  await open.pop()?.close()
  await expect(publisher.publish(topic, sent.slice(40))).rejects.toMatchObject({ name: 'EngineUnavailable' })
  await disturb('kafka', 'resume')
  await vi.waitFor(() => publisher.publish(topic, sent.slice(40)), patience)
  await vi.waitFor(() => expect(unique(seen.events)).toHaveLength(80), patience)
  expect(byKey(unique(seen.events))).toEqual(byKey(sent))
  await publisher.check()
})

test('a consumer that crashed for good is replaced with an alarm, and misses nothing', async () => {
  const topic = await newTopic()
  const seen = await collect(bus(), { group: group(), topic })
  const publisher = bus()
  await publisher.publish(topic, numbered(topic, { count: 10, keys: 2 }))
  await vi.waitFor(() => expect(seen.events).toHaveLength(10), patience)
  await disturb('kafka', 'stop')
  await vi.waitFor(() => expect(alarms()).not.toEqual([]), patience)
  await disturb('kafka', 'start')
  await untilPublished(publisher, topic, numbered(topic, { count: 10, keys: 2 }))
  await vi.waitFor(() => expect(unique(seen.events)).toHaveLength(20), patience)
})

test('a consumer that fetches nothing although events wait is found and replaced', async () => {
  const topic = await newTopic()
  const kafka = faultyClient({})
  let made = 0
  const client = faultyClient({
    consumer: (config) => {
      const consumer = kafka.consumer(config)
      made += 1
      if (made === 1) consumer.on(consumer.events.GROUP_JOIN, () => consumer.pause([{ topic }]))
      return consumer
    },
  })
  const seen = await collect(bus({ client, watchEveryMs: 1500 }), { group: group(), topic })
  await bus().publish(topic, numbered(topic, { count: 10, keys: 2 }))
  await vi.waitFor(() => expect(unique(seen.events)).toHaveLength(10), patience)
  expect(alarms()).toEqual([expect.stringContaining('Events wait, and nothing is fetched.')])
})

test('an answer that leaves out a partition is a failure, so that nothing counts as published that is not', async () => {
  const topic = await newTopic()
  const kafka = faultyClient({})
  const client = faultyClient({
    producer: (config) => {
      const producer = kafka.producer(config)
      return { ...producer, send: async (record) => (await producer.send(record)).slice(1) }
    },
  })
  const published = bus({ client }).publish(topic, numbered(topic, { count: 30, keys: 30 }))
  await expect(published).rejects.toMatchObject({ name: 'EngineUnavailable' })
})

test('more than the broker takes in one request is published in several, in order', async () => {
  const topic = await newTopic()
  const text = 'x'.repeat(4000)
  const sent = numbered(topic, { count: 1000, keys: 1 }).map((event) => ({
    ...event,
    data: { ...event.data, text },
  }))
  await bus().publish(topic, sent)
  const seen = await collect(bus(), { group: group(), topic })
  await vi.waitFor(() => expect(seen.events).toHaveLength(1000), patience)
  expect(byKey(seen.events)).toEqual(byKey(sent))
})

test('a record that is no event is left out with an alarm; what follows arrives', async () => {
  const topic = await newTopic()
  const producer = openKafka(url, { name: 'test', log }).producer({ allowAutoTopicCreation: false })
  await producer.connect()
  await producer.send({
    topic,
    messages: [
      { key: '1/key', value: '{"specversion":' },
      { key: '1/key', value: null },
    ],
  })
  await producer.disconnect()
  const seen = await collect(bus(), { group: group(), topic })
  const event = envelope(topic, 'key', 1)
  await bus().publish(topic, [event])
  await vi.waitFor(() => expect(seen.events).toEqual([event]), patience)
  expect(lines.filter((line) => line.includes('a record is no event'))).toHaveLength(2)
})

function idsOf(events: readonly EventEnvelope[]): string[] {
  return events.map(({ id }) => id)
}

function alarms(): string[] {
  return lines.filter((line) => line.includes('another takes its place'))
}
