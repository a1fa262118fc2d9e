import { eventTopics } from '@portal/contracts/services'
import type { Logger } from '@portal/service-kit/logger'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { sleep } from '@portal/service-kit/sleep'
import type { Admin, ITopicMetadata } from 'kafkajs'
import { topicEnds, withAdmin } from './kafka-admin.ts'
import { type KafkaClient, openKafka } from './kafka-client.ts'
import { isWithoutLeader } from './kafka-failure.ts'

/** What topics must be like. */
export interface TopicPlan {
  readonly topics: readonly string[]
  /** At least so many: they are raised, never lowered. */
  readonly partitions: number
  /** Copies of each partition; as many as there are brokers, at most three by default. */
  readonly replication?: number
  readonly retentionMs: number
}

/** One thing that was done, or cannot be done by itself, in a sentence. */
export type TopicChange = string

const days = 86_400_000

/** One topic per service, 14 days. Keys keep their partition, so the number is fixed. */
export const portalTopics: TopicPlan = { topics: eventTopics, partitions: 12, retentionMs: 14 * days }

// KafkaJS exports its enums in a form that Node cannot import by name
// (https://kafka.apache.org/protocol: config resource, config source).
const topicResource = 2
const setOnTopic = 1
const leadersWithinMs = 60_000

/**
 * Makes the topics of a plan, or makes what exists like it: settings are altered, partitions
 * raised, nothing is ever deleted. May run at any time and any number of times; resolves, when
 * every partition has a leader, to what it changed. Raise partitions only while publishers rest:
 * keys may move to another partition, where what follows could overtake what came before. Throws
 * EngineUnavailable.
 */
export async function provisionKafkaTopics(
  url: string,
  options: { readonly log: Logger; readonly plan?: TopicPlan },
): Promise<TopicChange[]> {
  const plan = options.plan ?? portalTopics
  const client = openKafka(url, { name: 'provision', log: options.log })
  const changes = await withAdmin(client, async (admin) => {
    const { brokers } = await admin.describeCluster()
    const replication = plan.replication ?? Math.min(3, brokers.length)
    const existing = new Set(await admin.listTopics())
    const missing = plan.topics.filter((topic) => !existing.has(topic))
    await createMissing(admin, missing, { plan, replication })
    const present = plan.topics.filter((topic) => existing.has(topic))
    return [
      ...missing.map(
        (topic) => `created ${topic} with ${plan.partitions} partitions, ${replication} copies each`,
      ),
      ...(await raisePartitions(admin, present, { plan, replication })),
      ...(await alterSettings(admin, present, settingsOf(plan, replication))),
    ]
  })
  await untilLed(client, plan)
  return changes
}

interface Wanted {
  readonly plan: TopicPlan
  readonly replication: number
}

function settingsOf(plan: TopicPlan, replication: number): Readonly<Record<string, string>> {
  return {
    'cleanup.policy': 'delete',
    'retention.ms': String(plan.retentionMs),
    // Only closed segments are deleted: a quiet topic would keep its events for a week longer.
    'segment.ms': String(Math.min(plan.retentionMs, days / 4)),
    'message.timestamp.type': 'LogAppendTime',
    'min.insync.replicas': String(Math.max(1, replication - 1)),
    'unclean.leader.election.enable': 'false',
  }
}

async function createMissing(admin: Admin, topics: readonly string[], wanted: Wanted): Promise<void> {
  if (topics.length === 0) return
  const configEntries = Object.entries(settingsOf(wanted.plan, wanted.replication)).map(([name, value]) => ({
    name,
    value,
  }))
  await admin.createTopics({
    // Waiting for leaders inside this call may throw although the topics exist.
    waitForLeaders: false,
    topics: topics.map((topic) => ({
      topic,
      numPartitions: wanted.plan.partitions,
      replicationFactor: wanted.replication,
      configEntries,
    })),
  })
}

async function raisePartitions(
  admin: Admin,
  topics: readonly string[],
  wanted: Wanted,
): Promise<TopicChange[]> {
  const { plan, replication } = wanted
  const present = await metadataOf(admin, topics)
  const low = present.filter(({ partitions }) => partitions.length < plan.partitions)
  if (low.length > 0) {
    const topicPartitions = low.map(({ name }) => ({ topic: name, count: plan.partitions }))
    await admin.createPartitions({ topicPartitions })
  }
  const thin = present.filter(({ partitions }) => partitions.some((p) => p.replicas.length < replication))
  return [
    ...low.map(
      ({ name, partitions }) => `raised ${name} from ${partitions.length} to ${plan.partitions} partitions`,
    ),
    ...thin.map(({ name }) => `${name} has fewer than ${replication} copies: reassign its partitions`),
  ]
}

/** The request replaces all settings of a topic: those that somebody else made are sent along. */
async function alterSettings(
  admin: Admin,
  topics: readonly string[],
  wanted: Readonly<Record<string, string>>,
): Promise<TopicChange[]> {
  if (topics.length === 0) return []
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: topics.map((name) => ({ type: topicResource, name })),
  })
  const differing = resources.flatMap(({ resourceName, configEntries }) => {
    const own = configEntries.filter(({ configSource }) => configSource === setOnTopic)
    const present = Object.fromEntries(own.map(({ configName, configValue }) => [configName, configValue]))
    const changed = Object.keys(wanted).filter((name) => present[name] !== wanted[name])
    return changed.length === 0 ? [] : [{ topic: resourceName, changed, all: { ...present, ...wanted } }]
  })
  if (differing.length > 0) {
    await admin.alterConfigs({
      validateOnly: false,
      resources: differing.map(({ topic, all }) => ({
        type: topicResource,
        name: topic,
        configEntries: Object.entries(all).map(([name, value]) => ({ name, value })),
      })),
    })
  }
  return differing.map(({ topic, changed }) => `set ${changed.join(', ')} of ${topic}`)
}

async function metadataOf(admin: Admin, topics: readonly string[]): Promise<ITopicMetadata[]> {
  return topics.length === 0 ? [] : (await admin.fetchTopicMetadata({ topics: [...topics] })).topics
}

/** A new partition is known before its leader accepts events, so the leaders are asked. */
async function untilLed(client: KafkaClient, plan: TopicPlan): Promise<void> {
  const deadline = Date.now() + leadersWithinMs
  for (;;) {
    const ends = await topicEnds(client, plan.topics).catch((error: unknown) => {
      if (isWithoutLeader(error)) return []
      throw error
    })
    const led = plan.topics.filter(
      (topic) => ends.filter((end) => end.topic === topic).length >= plan.partitions,
    )
    if (led.length === plan.topics.length) return
    if (Date.now() > deadline)
      throw new EngineUnavailable('Kafka found no leaders for its new partitions.', 5)
    await sleep(200)
  }
}
