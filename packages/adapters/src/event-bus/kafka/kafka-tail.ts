import { randomUUID } from 'node:crypto'
import type { EventEnvelope } from '@portal/contracts/events'
import type { Logger } from '@portal/service-kit/logger'
import type { Subscription } from '@portal/service-kit/ports/event-bus'
import type { Consumer, EachBatchPayload } from 'kafkajs'
import { toEvent } from './event-message.ts'
import { partitionKey, topicEnds } from './kafka-admin.ts'
import type { KafkaClient } from './kafka-client.ts'
import { RestartingConsumer } from './restarting-consumer.ts'

/** What a tail needs. */
export interface KafkaTailOptions {
  readonly client: KafkaClient
  readonly log: Logger
  readonly topics: readonly string[]
  readonly handle: (event: EventEnvelope) => void
}

/**
 * Hands every new event of some topics to this instance. KafkaJS reads in groups only, so it is the
 * only member of one that stores nothing; where to go on lives in memory: a lost connection loses
 * no event, a restart does.
 */
export class KafkaTail implements Subscription {
  readonly #options: KafkaTailOptions
  /** The next offset of each partition. One that was added later begins at its beginning. */
  readonly #positions: Map<string, number>
  readonly #consumer: RestartingConsumer

  /** Resolves at the current ends: later events arrive. Throws EngineUnavailable. */
  static async start(options: KafkaTailOptions): Promise<KafkaTail> {
    const ends = await topicEnds(options.client, options.topics)
    return new KafkaTail(options, new Map(ends.map(({ key, high }) => [key, high])))
  }

  private constructor(options: KafkaTailOptions, positions: Map<string, number>) {
    this.#options = options
    this.#positions = positions
    const { client, log, topics } = options
    this.#consumer = new RestartingConsumer({
      client,
      log,
      topics,
      // A new group each time: in the old one the broker waits for the member that is gone.
      group: () => `tail-${randomUUID()}`,
      run: (consumer) => this.#run(consumer),
      leave: async () => undefined,
      waiting: () => this.#waiting(),
    })
  }

  stop(): Promise<void> {
    return this.#consumer.stop()
  }

  async #run(consumer: Consumer): Promise<void> {
    consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
      for (const [topic, partitions] of Object.entries(payload.memberAssignment)) {
        for (const partition of partitions) {
          const offset = String(this.#positions.get(partitionKey(topic, partition)) ?? 0)
          consumer.seek({ topic, partition, offset })
        }
      }
    })
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      eachBatch: async (payload) => this.#take(payload),
    })
  }

  #take({ batch, resolveOffset, isStale }: EachBatchPayload): void {
    if (isStale()) return
    for (const message of batch.messages) {
      const event = toEvent(message)
      if (event) this.#hand(event)
    }
    this.#positions.set(partitionKey(batch.topic, batch.partition), Number(batch.lastOffset()) + 1)
    resolveOffset(batch.lastOffset())
  }

  #hand(event: EventEnvelope): void {
    try {
      this.#options.handle(event)
    } catch (error) {
      this.#options.log.error({ err: error, eventId: event.id }, 'a listener of the tail failed')
    }
  }

  async #waiting(): Promise<ReadonlyMap<string, number>> {
    const ends = await topicEnds(this.#options.client, this.#options.topics)
    return new Map(
      ends.flatMap(({ key, low, high }) => {
        const position = Math.max(this.#positions.get(key) ?? 0, low)
        return high > position ? [[key, position]] : []
      }),
    )
  }
}
