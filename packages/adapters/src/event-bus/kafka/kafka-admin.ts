import { sleep } from '@portal/service-kit/sleep'
import type { Admin } from 'kafkajs'
import type { KafkaClient } from './kafka-client.ts'
import { isWithoutLeader, kafkaFailure } from './kafka-failure.ts'

/** First and next offset of a partition, keyed by {@link partitionKey}. */
export interface PartitionEnds {
  readonly topic: string
  readonly partition: number
  readonly key: string
  readonly low: number
  readonly high: number
}

const leaderTries = 10
const leaderPauseMs = 300

/** Names a partition among all topics. */
export function partitionKey(topic: string, partition: number): string {
  return `${topic}/${partition}`
}

/** Runs with a fresh admin connection. Throws EngineUnavailable. */
export async function withAdmin<T>(client: KafkaClient, run: (admin: Admin) => Promise<T>): Promise<T> {
  const admin = client.admin()
  try {
    await admin.connect()
    return await run(admin)
  } catch (error) {
    throw kafkaFailure(error)
  } finally {
    await admin.disconnect().catch(() => 'it was not connected')
  }
}

/**
 * The ends of each partition per its leader; missing topics have none. Throws EngineUnavailable.
 */
export async function topicEnds(
  client: KafkaClient,
  topics: readonly string[],
): Promise<readonly PartitionEnds[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withAdmin(client, (admin) => askEnds(admin, topics))
    } catch (error) {
      if (attempt === leaderTries || !isWithoutLeader(error)) throw error
      await sleep(leaderPauseMs)
    }
  }
}

async function askEnds(admin: Admin, topics: readonly string[]): Promise<readonly PartitionEnds[]> {
  const existing = new Set(await admin.listTopics())
  const ends: PartitionEnds[] = []
  for (const topic of topics.filter((name) => existing.has(name))) {
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic)) {
      const key = partitionKey(topic, partition)
      ends.push({ topic, partition, key, low: Number(low), high: Number(high) })
    }
  }
  return ends
}

/** A group's stored positions by {@link partitionKey}, if any. Throws EngineUnavailable. */
export function groupPositions(
  client: KafkaClient,
  groupId: string,
  topics: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return withAdmin(client, async (admin) => {
    const existing = new Set(await admin.listTopics())
    const known = topics.filter((name) => existing.has(name))
    const stored = known.length === 0 ? [] : await admin.fetchOffsets({ groupId, topics: known })
    return new Map(
      stored.flatMap(({ topic, partitions }) =>
        partitions
          .filter(({ offset }) => Number(offset) >= 0)
          .map(({ partition, offset }) => [partitionKey(topic, partition), Number(offset)] as const),
      ),
    )
  })
}
