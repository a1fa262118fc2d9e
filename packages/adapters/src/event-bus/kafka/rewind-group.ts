import { topicEnds, withAdmin } from './kafka-admin.ts'
import type { KafkaClient } from './kafka-client.ts'
import { kafkaFailure } from './kafka-failure.ts'
import { timing } from './restarting-consumer.ts'

/**
 * Stores the beginning of each topic as a group's position. Kafka takes positions of a group from
 * its members only: for that moment we are its one member. Throws when it has others, and
 * EngineUnavailable.
 */
export async function rewindGroup(
  client: KafkaClient,
  group: string,
  topics: readonly string[],
): Promise<void> {
  const { groups } = await withAdmin(client, (admin) => admin.describeGroups([group]))
  if (groups.some(({ state }) => state !== 'Empty' && state !== 'Dead')) {
    throw new Error(`Group ${group} still consumes ${topics.join(', ')}: stop its members first.`)
  }
  const ends = await topicEnds(client, topics)
  const offsets = ends.map(({ topic, partition, low }) => ({ topic, partition, offset: String(low) }))
  await asOnlyMember(client, { group, topics, offsets })
}

async function asOnlyMember(
  client: KafkaClient,
  what: {
    readonly group: string
    readonly topics: readonly string[]
    readonly offsets: { topic: string; partition: number; offset: string }[]
  },
): Promise<void> {
  const consumer = client.consumer({ ...timing, groupId: what.group, allowAutoTopicCreation: false })
  const crashed = Promise.withResolvers<never>()
  consumer.on(consumer.events.CRASH, ({ payload }) => crashed.reject(payload.error))
  try {
    await consumer.connect()
    await consumer.subscribe({ topics: [...what.topics], fromBeginning: true })
    const storing = async () => {
      await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch: async () => undefined })
      await consumer.commitOffsets(what.offsets)
    }
    await Promise.race([storing(), crashed.promise])
  } catch (error) {
    throw kafkaFailure(error)
  } finally {
    await consumer.disconnect()
  }
}
