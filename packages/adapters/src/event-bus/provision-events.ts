import type { Logger } from '@portal/service-kit/logger'
import { isEngineUrl } from '../engine-url/engine-url.ts'
import { provisionKafkaTopics } from './kafka/provision-kafka-topics.ts'
import { isEmbeddedLog, unknownEventBus } from './open-event-bus.ts'

/**
 * Makes what the event bus at an address (as `openEventBus` takes it) needs before services start: Kafka's topics; the embedded log makes its
 * own. Any number of times; resolves to what it changed, in sentences. Throws EngineUnavailable, ConfigError.
 */
export async function provisionEvents(url: string, log: Logger): Promise<readonly string[]> {
  if (isEngineUrl(url, 'kafka')) return provisionKafkaTopics(url, { log })
  if (isEmbeddedLog(url)) return []
  throw unknownEventBus(url)
}
