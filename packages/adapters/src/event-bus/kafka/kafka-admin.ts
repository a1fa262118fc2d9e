import { sleep } from '@portal/service-kit/sleep'
import type { Admin } from 'kafkajs'
import type { KafkaClient } from './kafka-client.ts'
import { isWithoutLeader, kafkaFailure } from './kafka-failure.ts'

/** First and next offset of a partition; `place` as {@link placeOf} names it. */
export interface PartitionEnds {
  readonly topic: string
  readonly partition: number
  readonly place: string
  readonly low: number
  readonly high: number
}

const leaderTries = 10
const leaderPauseMs = 300

/** Names a partition among all topics. */
export function placeOf(topic: string, partition: number): string {
  return `${topic}/${partition}`
}

/** Runs with an administrator's connection of its own: one that outlives a broker's restart is not worth its state. Throws EngineUnavailable. */
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
 * The ends of each partition, as their leaders tell them; topics that do not exist have none. Right after a topic came into being, or a
 * leader went, a broker may say for a moment that it is not the leader: asked again. Throws EngineUnavailable.
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
      const place = placeOf(topic, partition)
      ends.push({ topic, partition, place, low: Number(low), high: Number(high) })
    }
  }
  return ends
}

/** The stored positions of a group by {@link placeOf}; none where it has none. Throws EngineUnavailable. */
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
          .map(({ partition, offset }) => [placeOf(topic, partition), Number(offset)] as const),
      ),
    )
  })
}
