import { setImmediate as nextTurn } from 'node:timers/promises'
import { createLogger } from '@portal/service-kit/logger'
import type { EventHandler } from '@portal/service-kit/ports/event-bus'
import { numbered, numberOf } from '@portal/testkit/conformance/event-bus/parts'
import { afterEach, expect, test, vi } from 'vitest'
import { KafkaGroupMember } from './kafka-group-member.ts'
import { type MemoryConsumer, MemoryPartition } from './memory-consumer.fixture.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const patience = { timeout: 30_000, interval: 10 }
const members: KafkaGroupMember[] = []

afterEach(async () => {
  await Promise.all(members.splice(0).map((member) => member.stop()))
})

/** A member of a group on a partition of ten events, and the numbers that it handled. */
async function tenEvents({ keys, before }: { keys: number; before: (n: number) => Promise<void> }) {
  const sent = numbered('documents', { count: 10, keys })
  const partition = new MemoryPartition(sent)
  const handled: number[] = []
  const handle: EventHandler = async (event) => {
    await before(numberOf(event))
    handled.push(numberOf(event))
  }
  const { client, topic } = partition
  const plan = { group: 'g', topics: [topic], handle }
  const member = new KafkaGroupMember({ ...plan, client, log, watchEveryMs: 60_000 })
  members.push(member)
  const consumer = await nthConsumer(partition, 1)
  return { partition, consumer, member, handled }
}

/** Consumers are made one after another, each when the one before has ended. */
function nthConsumer({ consumers }: MemoryPartition, n: number): Promise<MemoryConsumer> {
  return vi.waitFor(() => consumers[n - 1] ?? Promise.reject(new Error('not yet')), patience)
}

/** Blocks the handler of one event, its first time, until it is released. */
function blockedAt(number: number) {
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const before = async (n: number) => {
    if (n !== number) return
    reached.resolve()
    await gate.promise
  }
  return { before, reached: reached.promise, release: () => gate.resolve() }
}

async function untilAllHandled(consumer: MemoryConsumer, handled: readonly number[]): Promise<void> {
  await vi.waitFor(async () => {
    await consumer.hand(await consumer.fetch())
    expect(new Set(handled).size).toBe(10)
  }, patience)
}

const zeroToNine = Array.from({ length: 10 }, (_, n) => n)

test('a join while a batch is handled skips none of its events: they come again, in order', async () => {
  const blocked = blockedAt(0)
  const { partition, consumer, handled } = await tenEvents({ keys: 1, before: blocked.before })
  const handing = consumer.hand(await consumer.fetch())
  await blocked.reached
  consumer.join()
  blocked.release()
  await handing
  expect(partition.stored).toBeLessThanOrEqual(handled.length)
  expect((await consumer.fetch()).messages.map(({ offset }) => Number(offset))).toContain(handled.length)
  await untilAllHandled(consumer, handled)
  expect([...new Set(handled)]).toEqual(zeroToNine)
  await vi.waitFor(() => expect(partition.stored).toBe(10), patience)
})

test.each([
  ['', () => undefined],
  [', also after one that failed', (consumer: MemoryConsumer) => consumer.failToJoin()],
])(
  'a batch fetched before a join does not carry the stored position past an event that is being retried%s',
  async (_, happens) => {
    let isBroken = true
    const { partition, consumer, handled } = await tenEvents({
      keys: 5,
      before: async (n) => {
        if (n === 3 && isBroken) throw new Error('its database is away')
      },
    })
    await consumer.hand(await consumer.fetch(5))
    expect([partition.stored, handled]).toEqual([3, [0, 1, 2, 4]])
    happens(consumer)
    const fetchedBefore = await consumer.fetch()
    consumer.join()
    await consumer.hand(fetchedBefore)
    expect(partition.stored).toBe(3)
    isBroken = false
    await untilAllHandled(consumer, handled)
    await vi.waitFor(() => expect(partition.stored).toBe(10), patience)
  },
)

test('handlers of an earlier assignment end before an event is handled again, however many joins lie between', async () => {
  const blocked = blockedAt(0)
  let running = 0
  let atOnceMax = 0
  const { consumer, handled } = await tenEvents({
    keys: 1,
    before: async (n) => {
      running += 1
      atOnceMax = Math.max(atOnceMax, running)
      await blocked.before(n).finally(() => {
        running -= 1
      })
    },
  })
  const first = consumer.hand(await consumer.fetch())
  await blocked.reached
  consumer.join()
  consumer.join()
  const again = await consumer.fetch()
  const second = consumer.hand(again)
  await vi.waitFor(() => expect(consumer.beats).toContain(again), patience)
  blocked.release()
  await Promise.all([first, second])
  await untilAllHandled(consumer, handled)
  expect(atOnceMax).toBe(1)
})

test('a consumer that was replaced and joins late takes nothing from its successor', async () => {
  const { partition, consumer, handled } = await tenEvents({ keys: 1, before: async () => undefined })
  consumer.crash()
  const successor = await nthConsumer(partition, 2)
  const batch = await successor.fetch(4)
  consumer.join()
  await consumer.hand(batch)
  expect([partition.stored, handled]).toEqual([0, []])
  await successor.hand(batch)
  expect([partition.stored, handled]).toEqual([4, [0, 1, 2, 3]])
})

test('a stop waits for handlers of an earlier assignment', async () => {
  const blocked = blockedAt(0)
  const { consumer, member, handled } = await tenEvents({ keys: 1, before: blocked.before })
  const handing = consumer.hand(await consumer.fetch())
  await blocked.reached
  consumer.join()
  const handledAtItsEnd = consumer.left.then(() => [...handled])
  const stopping = member.stop()
  await nextTurn()
  blocked.release()
  expect(await handledAtItsEnd).toEqual([0])
  await Promise.all([handing, stopping])
})
