import type { EventEnvelope } from '@portal/contracts/events'
import type { Consumer, ConsumerRunConfig, EachBatchPayload, KafkaMessage } from 'kafkajs'
import { toMessage } from './event-message.ts'
import type { KafkaClient } from './kafka-client.ts'

/** A batch as one broker's fetch brought it. */
type Fetched = EachBatchPayload['batch']

/** One partition and its group's stored position, in memory. */
export class MemoryPartition {
  readonly topic = 'documents'
  readonly #messages: KafkaMessage[]
  readonly consumers: MemoryConsumer[] = []
  /** The stored position of the group. */
  stored = 0

  constructor(events: readonly EventEnvelope[]) {
    this.#messages = events.map(
      (event, offset) => ({ ...toMessage(event), offset: String(offset) }) as unknown as KafkaMessage,
    )
  }

  /** A client whose consumers are driven by the test. */
  get client(): KafkaClient {
    const consumer = () => {
      const made = new MemoryConsumer(this)
      this.consumers.push(made)
      return made as unknown as Consumer
    }
    return { consumer } as unknown as KafkaClient
  }

  batch(from: number, count: number): Fetched {
    const messages = this.#messages.slice(from, from + count)
    const lastOffset = () => String(from + messages.length - 1)
    return { topic: this.topic, partition: 0, messages, lastOffset } as unknown as Fetched
  }
}

/**
 * A consumer as KafkaJS 2.2.4 drives it: a join takes the next fetch to the stored position, a
 * batch handled takes it to the resolved one, and after a refused batch no fetch runs and it joins
 * again.
 */
export class MemoryConsumer {
  readonly events = {
    CRASH: 'crash',
    FETCH_START: 'fetch',
    GROUP_JOIN: 'join',
    REBALANCING: 'rebalancing',
  }
  readonly #partition: MemoryPartition
  readonly #listeners = new Map<string, (event: object) => void>()
  readonly #running = Promise.withResolvers<ConsumerRunConfig>()
  readonly #left = Promise.withResolvers<void>()
  #next = 0
  /** Batches during which the group heard from the member. */
  readonly beats = new Set<Fetched>()

  constructor(partition: MemoryPartition) {
    this.#partition = partition
  }

  on(name: string, listener: (event: object) => void): void {
    this.#listeners.set(name, listener)
  }

  async connect(): Promise<void> {}
  async subscribe(): Promise<void> {}
  async disconnect(): Promise<void> {
    this.#left.resolve()
  }

  /** Resolves when it says goodbye to its group. */
  get left(): Promise<void> {
    return this.#left.promise
  }

  async run(config: ConsumerRunConfig): Promise<void> {
    this.#running.resolve(config)
    this.join()
  }

  /** Joins the group: at first, after a refused batch, or beside the batches of other brokers. */
  join(): void {
    this.#next = this.#partition.stored
    const memberAssignment = { [this.#partition.topic]: [0] }
    this.#listeners.get('join')?.({ payload: { memberAssignment } })
  }

  /** Is told that its group joins anew, and does not reach it: it fetches again where it was. */
  failToJoin(): void {
    this.#listeners.get('rebalancing')?.({ payload: {} })
  }

  crash(): void {
    this.#listeners.get('crash')?.({ payload: { error: new Error('crashed') } })
  }

  /** The next batch, not yet handed on. */
  async fetch(count = 100): Promise<Fetched> {
    await this.#running.promise
    this.#listeners.get('fetch')?.({ payload: { nodeId: 0 } })
    return this.#partition.batch(this.#next, count)
  }

  /** Hands a batch on unless it is empty, and joins again if it is refused. */
  async hand(batch: Fetched): Promise<void> {
    if (batch.messages.length === 0) return
    const { eachBatch } = await this.#running.promise
    try {
      await eachBatch?.(this.#payload(batch))
    } catch (error) {
      if ((error as { type?: unknown }).type !== 'REBALANCE_IN_PROGRESS') throw error
      this.#listeners.get('rebalancing')?.({ payload: {} })
      this.join()
    }
  }

  #payload(batch: Fetched): EachBatchPayload {
    return {
      batch,
      heartbeat: async () => void this.beats.add(batch),
      resolveOffset: (offset: string) => {
        this.#next = Number(offset) + 1
      },
      commitOffsetsIfNecessary: async (offsets: { topics: { partitions: { offset: string }[] }[] }) => {
        this.#partition.stored = Number(offsets.topics[0]?.partitions[0]?.offset)
      },
      pause: () => () => undefined,
    } as unknown as EachBatchPayload
  }
}
