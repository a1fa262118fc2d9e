import type { Logger } from '@portal/service-kit/logger'
import { isEngineUrl } from '../engine-url/engine-url.ts'
import { provisionKafkaTopics } from './kafka/provision-kafka-topics.ts'
import { isEmbeddedLog, unknownEventBus } from './open-event-bus.ts'

/** Provisions Kafka's topics, idempotently; resolves to sentences about what changed. */
export async function provisionEvents(url: string, log: Logger): Promise<readonly string[]> {
  if (isEngineUrl(url, 'kafka')) return provisionKafkaTopics(url, { log })
  if (isEmbeddedLog(url)) return []
  throw unknownEventBus(url)
}
