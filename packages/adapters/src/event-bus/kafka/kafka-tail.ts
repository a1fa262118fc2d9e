import { randomUUID } from 'node:crypto'
import type { Logger } from '@portal/service-kit/logger'
import type { Subscription } from '@portal/service-kit/ports/event-bus'
import type { EachBatchPayload } from 'kafkajs'
import { loggingHandler, type Tailing } from '../subscriptions.ts'
import { toEvent } from './event-message.ts'
import { partitionKey, topicEnds } from './kafka-admin.ts'
import type { KafkaClient } from './kafka-client.ts'
import { keepConsuming } from './restarting-consumer.ts'

interface KafkaTailOptions extends Tailing {
  readonly client: KafkaClient
  readonly log: Logger
  readonly watchEveryMs: number
}

/**
 * Hands every new event of some topics to this instance. KafkaJS reads in groups only, so it is the
 * only member of one that stores nothing; where to go on lives in memory: a lost connection loses
 * no event, a restart does. Resolves at the current ends. Throws EngineUnavailable.
 */
export async function startKafkaTail({ handle, ...options }: KafkaTailOptions): Promise<Subscription> {
  const hand = loggingHandler(handle, options.log)
  const ends = () => topicEnds(options.client, options.topics)
  /** The next offset of each partition. One that was added later begins at its beginning. */
  const positions = new Map((await ends()).map(({ key, high }) => [key, high]))

  async function take({ batch, resolveOffset, isStale }: EachBatchPayload): Promise<void> {
    if (isStale()) return
    for (const message of batch.messages) {
      const event = toEvent(message)
      if (event) hand(event)
    }
    positions.set(partitionKey(batch.topic, batch.partition), Number(batch.lastOffset()) + 1)
    resolveOffset(batch.lastOffset())
  }

  return keepConsuming({
    ...options,
    // A new group each time: in the old one the broker waits for the member that is gone.
    group: () => `tail-${randomUUID()}`,
    run: async (consumer) => {
      consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
        for (const [topic, partitions] of Object.entries(payload.memberAssignment)) {
          for (const partition of partitions) {
            const offset = String(positions.get(partitionKey(topic, partition)) ?? 0)
            consumer.seek({ topic, partition, offset })
          }
        }
      })
      await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: take })
    },
    leave: async () => undefined,
    idle: async () =>
      (await ends()).map((end) => ({ ...end, position: Math.max(positions.get(end.key) ?? 0, end.low) })),
  })
}
