import { sleep } from '@portal/service-kit/sleep'
import type { Admin } from 'kafkajs'
import type { KafkaClient } from './kafka-client.ts'
import { isWithoutLeader, kafkaFailure } from './kafka-failure.ts'

/** First and next offset of a partition, keyed by {@link partitionKey}. */
interface PartitionEnds {
  readonly topic: string
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
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
      ends.push({ topic, key: partitionKey(topic, partition), low: Number(low), high: Number(high) })
  }
  return ends
}

/** {@link topicEnds} with the group's stored position, or else the first. */
export async function groupPositions(client: KafkaClient, groupId: string, topics: readonly string[]) {
  const ends = await topicEnds(client, topics)
  const known = [...new Set(ends.map(({ topic }) => topic))]
  if (known.length === 0) return []
  const stored = await withAdmin(client, (admin) => admin.fetchOffsets({ groupId, topics: known }))
  const positions = new Map(
    stored.flatMap(({ topic, partitions }) =>
      partitions.map(({ partition, offset }) => [partitionKey(topic, partition), Number(offset)]),
    ),
  )
  return ends.map((end) => ({ ...end, position: Math.max(positions.get(end.key) ?? 0, end.low) }))
}
