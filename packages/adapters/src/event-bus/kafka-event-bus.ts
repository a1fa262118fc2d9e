import type { EventEnvelope } from '@portal/contracts/events'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { EventBus, EventHandler, GroupLag, Subscription } from '@portal/service-kit/ports/event-bus'
import { groupPositions, type PartitionEnds, topicEnds, withAdmin } from './kafka/kafka-admin.ts'
import { type KafkaClient, type KafkaOwner, openKafka, readKafkaUrl } from './kafka/kafka-client.ts'
import { KafkaDisks } from './kafka/kafka-disks.ts'
import { KafkaGroupMember } from './kafka/kafka-group-member.ts'
import { KafkaPublisher } from './kafka/kafka-publisher.ts'
import { KafkaTail } from './kafka/kafka-tail.ts'
import { probeKafka } from './kafka/probe-kafka.ts'
import { rewindGroup } from './kafka/rewind-group.ts'

/** Settings of {@link KafkaEventBus}; `watchEveryMs` is the watchdog's interval. */
export interface KafkaEventBusOptions extends KafkaOwner {
  readonly url: string
  readonly client?: KafkaClient
  readonly watchEveryMs?: number
}

/** The event bus on Kafka. Topics are provisioned; consumers survive outages, calls throw. */
export class KafkaEventBus implements EventBus {
  readonly #options: KafkaEventBusOptions
  readonly #client: KafkaClient
  readonly #publisher: KafkaPublisher
  readonly #disks: KafkaDisks
  readonly #subscriptions = new Set<Subscription>()

  /** Throws ConfigError for an address that cannot be read. */
  constructor(options: KafkaEventBusOptions) {
    this.#options = options
    this.#client = options.client ?? openKafka(options.url, options)
    this.#publisher = new KafkaPublisher(this.#client, options.log)
    this.#disks = new KafkaDisks(options.url, options)
  }

  publish(topic: string, events: readonly EventEnvelope[]): Promise<void> {
    return this.#publisher.publish(topic, events)
  }

  async subscribe(options: {
    readonly group: string
    readonly topics: readonly string[]
    readonly handle: EventHandler
  }): Promise<Subscription> {
    const { log, watchEveryMs } = this.#options
    const watch = watchEveryMs === undefined ? {} : { watchEveryMs }
    return this.#track(new KafkaGroupMember({ client: this.#client, log, ...options, ...watch }))
  }

  async tail(options: {
    readonly topics: readonly string[]
    readonly handle: (event: EventEnvelope) => void
  }): Promise<Subscription> {
    return this.#track(await KafkaTail.start({ client: this.#client, log: this.#options.log, ...options }))
  }

  rewind(group: string, topics: readonly string[]): Promise<void> {
    return rewindGroup(this.#client, group, topics)
  }

  async lag(group: string, topics: readonly string[]): Promise<GroupLag[]> {
    const ends = await topicEnds(this.#client, topics)
    const stored = await groupPositions(this.#client, group, topics)
    const behindAt = ({ key, low, high }: PartitionEnds) => high - Math.max(stored.get(key) ?? low, low)
    return topics.map((topic) => ({
      topic,
      behind: ends.filter((end) => end.topic === topic).reduce((sum, end) => sum + behindAt(end), 0),
    }))
  }

  async check(): Promise<void> {
    const problem = (await probeKafka(readKafkaUrl(this.#options.url))) ?? (await this.#problemInside())
    if (problem !== null) throw new EngineUnavailable(this.#disks.explained(problem), 5)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.stop()))
    await this.#publisher.close()
  }

  async #problemInside(): Promise<string | null> {
    const { brokers, topics } = await withAdmin(this.#client, async (admin) => ({
      ...(await admin.describeCluster()),
      ...(await admin.fetchTopicMetadata()),
    }))
    const ofDisks = await this.#disks.problem(brokers.map(({ host, port }) => `${host}:${port}`))
    const isHeadless = topics.some(({ partitions }) => partitions.some(({ leader }) => leader < 0))
    return ofDisks ?? (isHeadless ? 'Kafka has no leader for a partition at the moment.' : null)
  }

  #track(part: Subscription): Subscription {
    const subscription = {
      stop: async () => {
        await part.stop()
        this.#subscriptions.delete(subscription)
      },
    }
    this.#subscriptions.add(subscription)
    return subscription
  }
}
