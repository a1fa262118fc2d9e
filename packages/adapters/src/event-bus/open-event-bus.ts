import { ConfigError } from '@portal/service-kit/config'
import type { Logger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { isEngineUrl } from '../engine-url/engine-url.ts'
import { openPostgresEventBus } from './postgres-event-bus.ts'

/** `name` identifies the client to the engine. */
interface EventBusOwner {
  readonly name: string
  readonly log: Logger
}

/**
 * The event bus for an address: `log:postgres://…` (embedded) or `kafka://…`. Connects on first
 * use; {@link EventBus.check} says whether it responds. Throws ConfigError with one sentence for
 * any other.
 */
export async function openEventBus(url: string, owner: EventBusOwner): Promise<EventBus> {
  if (isEmbeddedLog(url)) return openPostgresEventBus(url.slice('log:'.length), owner)
  if (isEngineUrl(url, 'kafka')) {
    // Loaded on demand: its client takes 60 MB.
    const { openKafkaEventBus } = await import('./kafka-event-bus.ts')
    return openKafkaEventBus({ ...owner, url })
  }
  throw unknownEventBus(url)
}

/** Provisions Kafka's topics, idempotently; resolves to sentences about what changed. */
export async function provisionEvents(url: string, log: Logger): Promise<readonly string[]> {
  if (isEmbeddedLog(url)) return []
  if (!isEngineUrl(url, 'kafka')) throw unknownEventBus(url)
  const { provisionKafkaTopics } = await import('./kafka/provision-kafka-topics.ts')
  return provisionKafkaTopics(url, { log })
}

/** Whether the address is one of the embedded log. */
export function isEmbeddedLog(url: string): boolean {
  return /^log:postgres(ql)?:\/\//.test(url)
}

/** What an address that no event bus speaks is refused with. */
function unknownEventBus(url: string): ConfigError {
  const scheme = /^[a-z][a-z+:]*(?=:\/\/)/i.exec(url)?.[0] ?? 'an address without a scheme'
  return new ConfigError(
    `No event bus speaks ${scheme}: use log:postgres://user:password@host:port/database or kafka://host:port.`,
  )
}
