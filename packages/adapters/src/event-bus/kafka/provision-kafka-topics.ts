import { eventTopics } from '@portal/contracts/services'
import type { Logger } from '@portal/service-kit/logger'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { sleep } from '@portal/service-kit/sleep'
import type { Admin } from 'kafkajs'
import { topicEnds, withAdmin } from './kafka-admin.ts'
import { type KafkaClient, openKafka } from './kafka-client.ts'
import { isWithoutLeader } from './kafka-failure.ts'

/** What topics must be like; `partitions` are raised, never lowered. */
export interface TopicPlan {
  readonly topics: readonly string[]
  readonly partitions: number
  readonly retentionMs: number
}

const days = 86_400_000

/** One topic per service, 14 days. Keys keep their partition, so the number is fixed. */
export const portalTopics: TopicPlan = { topics: eventTopics, partitions: 12, retentionMs: 14 * days }

// KafkaJS exports its enums in a form that Node cannot import by name
// (https://kafka.apache.org/protocol: config resource, config source).
const topicResource = 2
const setOnTopic = 1
const copiesMax = 3
const leadersWithinMs = 60_000

/**
 * Makes the topics of a plan, or makes what exists like it: settings are altered, partitions
 * raised, nothing is ever deleted. May run at any time and any number of times; resolves, when
 * every partition has a leader, to sentences about what it changed or cannot change by itself.
 * Raise partitions only while publishers rest: keys may move to another partition, where what
 * follows could overtake what came before. Throws EngineUnavailable.
 */
export async function provisionKafkaTopics(
  url: string,
  { log, plan = portalTopics }: { readonly log: Logger; readonly plan?: TopicPlan },
): Promise<string[]> {
  const client = openKafka(url, { name: 'provision', log })
  const changes = await withAdmin(client, async (admin) => {
    const { brokers } = await admin.describeCluster()
    const copies = Math.min(copiesMax, brokers.length)
    const existing = new Set(await admin.listTopics())
    const missing = plan.topics.filter((topic) => !existing.has(topic))
    const present = plan.topics.filter((topic) => existing.has(topic))
    const created =
      missing.length === 0 ? [] : await createTopics(admin, { ...plan, topics: missing, copies })
    if (present.length === 0) return created
    const wanted = { ...plan, topics: present, copies }
    return [...created, ...(await raisePartitions(admin, wanted)), ...(await alterSettings(admin, wanted))]
  })
  await untilLed(client, plan)
  return changes
}
interface Wanted extends TopicPlan {
  /** Of each partition. */
  readonly copies: number
}

function settingsOf({ retentionMs, copies }: Wanted): Readonly<Record<string, string>> {
  return {
    'cleanup.policy': 'delete',
    'retention.ms': String(retentionMs),
    // Only closed segments are deleted: a quiet topic would keep its events for a week longer.
    'segment.ms': String(Math.min(retentionMs, days / 4)),
    'message.timestamp.type': 'LogAppendTime',
    'min.insync.replicas': String(Math.max(1, copies - 1)),
    'unclean.leader.election.enable': 'false',
  }
}

const entriesOf = (settings: object) => Object.entries(settings).map(([name, value]) => ({ name, value }))

async function createTopics(admin: Admin, wanted: Wanted): Promise<string[]> {
  const { topics, partitions, copies } = wanted
  const configEntries = entriesOf(settingsOf(wanted))
  const shape = { numPartitions: partitions, replicationFactor: copies, configEntries }
  // Waiting for leaders inside this call may throw although the topics exist.
  await admin.createTopics({ waitForLeaders: false, topics: topics.map((topic) => ({ topic, ...shape })) })
  return topics.map((topic) => `created ${topic} with ${partitions} partitions, ${copies} copies each`)
}

async function raisePartitions(admin: Admin, { topics, partitions: count, copies }: Wanted) {
  const { topics: present } = await admin.fetchTopicMetadata({ topics: [...topics] })
  const low = present.filter(({ partitions }) => partitions.length < count)
  if (low.length > 0) {
    await admin.createPartitions({ topicPartitions: low.map(({ name }) => ({ topic: name, count })) })
  }
  const thin = present.filter(({ partitions }) => partitions.some((p) => p.replicas.length < copies))
  return [
    ...low.map(({ name, partitions }) => `raised ${name} from ${partitions.length} to ${count} partitions`),
    ...thin.map(({ name }) => `${name} has fewer than ${copies} copies: reassign its partitions`),
  ]
}

/** The request replaces all settings of a topic: those that somebody else made are sent along. */
async function alterSettings(admin: Admin, wanted: Wanted): Promise<string[]> {
  const settings = settingsOf(wanted)
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: wanted.topics.map((name) => ({ type: topicResource, name })),
  })
  const differing = resources.flatMap(({ resourceName: name, configEntries }) => {
    const own = configEntries.filter(({ configSource }) => configSource === setOnTopic)
    const present = Object.fromEntries(own.map(({ configName, configValue }) => [configName, configValue]))
    const changed = Object.keys(settings).filter((key) => present[key] !== settings[key])
    return changed.length === 0 ? [] : [{ name, changed, all: { ...present, ...settings } }]
  })
  if (differing.length > 0) {
    await admin.alterConfigs({
      validateOnly: false,
      resources: differing.map(({ name, all }) => ({
        type: topicResource,
        name,
        configEntries: entriesOf(all),
      })),
    })
  }
  return differing.map(({ name, changed }) => `set ${changed.join(', ')} of ${name}`)
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
