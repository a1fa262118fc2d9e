import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { groupPositions, withAdmin } from './kafka/kafka-admin.ts'
import { type KafkaClient, type KafkaOwner, openKafka, readKafkaUrl } from './kafka/kafka-client.ts'
import { KafkaDisks } from './kafka/kafka-disks.ts'
import { noLeader } from './kafka/kafka-failure.ts'
import { KafkaGroupMember } from './kafka/kafka-group-member.ts'
import { KafkaPublisher } from './kafka/kafka-publisher.ts'
import { startKafkaTail } from './kafka/kafka-tail.ts'
import { probeKafka } from './kafka/probe-kafka.ts'
import { portalTopics } from './kafka/provision-kafka-topics.ts'
import { Subscriptions } from './subscriptions.ts'

/** Settings of the bus; `watchEveryMs` is the watchdog's interval. */
export interface KafkaEventBusOptions extends KafkaOwner {
  readonly url: string
  readonly client?: KafkaClient
  readonly watchEveryMs?: number
}

/**
 * The event bus on Kafka. Topics are provisioned; consumers survive outages, calls throw. Throws
 * ConfigError for an address that cannot be read.
 */
export function openKafkaEventBus(options: KafkaEventBusOptions): EventBus {
  const { url, log, client = openKafka(url, options), watchEveryMs = 30_000 } = options
  const consumer = { client, log, watchEveryMs }
  const publisher = new KafkaPublisher(client, log)
  const disks = new KafkaDisks(url, options)
  const subscriptions = new Subscriptions()

  async function problemInside(): Promise<string | null> {
    const { brokers, topics } = await withAdmin(client, async (admin) => ({
      ...(await admin.describeCluster()),
      ...(await admin.fetchTopicMetadata()),
    }))
    const ofDisks = await disks.problem(brokers.map(({ host, port }) => `${host}:${port}`))
    const isHeadless = topics.some(({ partitions }) => partitions.some(({ leader }) => leader < 0))
    return ofDisks ?? (isHeadless ? noLeader : null)
  }

  return {
    publish: (topic, events) => publisher.publish(topic, events),
    subscribe: async (consumed) => subscriptions.add([new KafkaGroupMember({ ...consumer, ...consumed })]),
    tail: async (tailing) => subscriptions.add([await startKafkaTail({ ...consumer, ...tailing })]),
    // Records of a topic cannot be changed; they leave it with its retention.
    redact: async () => new Date(Date.now() + portalTopics.retentionMs),
    async lag(group, topics) {
      const partitions = await groupPositions(client, group, topics)
      return topics.map((topic) => {
        const own = partitions.filter((partition) => partition.topic === topic)
        return { topic, behind: own.reduce((sum, { high, position }) => sum + high - position, 0) }
      })
    },
    async check() {
      const problem = (await probeKafka(readKafkaUrl(url))) ?? (await problemInside())
      if (problem !== null) throw new EngineUnavailable(disks.explained(problem), 5)
    },
    async close() {
      await subscriptions.stop()
      await publisher.close()
    },
  }
}
