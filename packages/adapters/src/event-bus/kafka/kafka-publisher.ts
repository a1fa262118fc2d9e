import type { EventEnvelope } from '@portal/contracts/events'
import type { Logger } from '@portal/service-kit/logger'
import { type ICustomPartitioner, Partitioners, type Producer } from 'kafkajs'
import { inBatches } from '../../in-batches.ts'
import { toMessage } from './event-message.ts'
import type { KafkaClient } from './kafka-client.ts'
import { kafkaFailure } from './kafka-failure.ts'

/** A broker takes records of one partition in one batch, 1 MB by default. */
const bytesMax = 500_000
const bytesOf = ({ value }: { readonly value: string }) => Buffer.byteLength(value)
const acksOfAll = -1

/**
 * Publishes with an idempotent producer and the acknowledgement of all replicas in sync, one batch
 * after another. After a failure nobody knows what the broker has, and KafkaJS would number the
 * next records as if it had nothing, which the broker refuses for good: the next try begins with a
 * new producer. What is sent twice then stands behind its first copy, as the caller begins again
 * with the same events.
 */
export class KafkaPublisher {
  readonly #client: KafkaClient
  readonly #log: Logger
  #producer: Promise<Producer> | null = null
  #queue: Promise<unknown> = Promise.resolve()
  /** The partitions that the present request needs. */
  readonly #partitions = new Set<number>()

  constructor(client: KafkaClient, log: Logger) {
    this.#client = client
    this.#log = log
  }

  /** Resolves when all are durable. Throws EngineUnavailable. */
  publish(topic: string, events: readonly EventEnvelope[]): Promise<void> {
    const published = this.#queue.then(() => this.#publish(topic, events))
    this.#queue = published.catch(() => 'the caller has the error')
    return published
  }

  async close(): Promise<void> {
    await this.#queue
    const producer = await this.#producer?.catch(() => null)
    await producer?.disconnect()
  }

  async #publish(topic: string, events: readonly EventEnvelope[]): Promise<void> {
    const limits = { costOf: bytesOf, costMax: bytesMax }
    try {
      for (const part of inBatches(events.map(toMessage), limits)) await this.#send(topic, part)
    } catch (error) {
      this.#forgetProducer()
      throw kafkaFailure(error)
    }
  }

  async #send(topic: string, messages: ReturnType<typeof toMessage>[]): Promise<void> {
    this.#producer ??= this.#connect()
    const producer = await this.#producer
    this.#partitions.clear()
    const answers = await producer.send({ topic, messages, acks: acksOfAll })
    // When a leader moves between two tries, KafkaJS can leave out its partitions and still
    // resolve.
    const answered = new Set(answers.map((answer) => answer.partition))
    const missing = [...this.#partitions].filter((partition) => !answered.has(partition))
    if (missing.length > 0)
      throw new Error(`Partitions ${missing.join(', ')} of ${topic} were not acknowledged.`)
  }

  async #connect(): Promise<Producer> {
    const producer = this.#client.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: this.#notingPartitions,
      // The relay tries again and again by itself: a broker that is held still should not hold one
      // call for long.
      retry: { retries: 2 },
    })
    await producer.connect()
    return producer
  }

  readonly #notingPartitions: ICustomPartitioner = () => {
    const choose = Partitioners.DefaultPartitioner()
    return (parts) => {
      const partition = choose(parts)
      this.#partitions.add(partition)
      return partition
    }
  }

  #forgetProducer(): void {
    const failed = this.#producer
    this.#producer = null
    failed
      ?.then((producer) => producer.disconnect())
      .catch((error) => this.#log.debug({ err: error }, 'a failed producer could not say goodbye'))
  }
}
