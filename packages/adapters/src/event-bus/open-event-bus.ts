import { ConfigError } from '@portal/service-kit/config'
import type { Logger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { isEngineUrl } from '../engine-url/engine-url.ts'
import { KafkaEventBus } from './kafka-event-bus.ts'
import { PostgresEventBus } from './postgres-event-bus.ts'

/** Who opens a bus: `name` shows among the engine's clients. */
export interface EventBusOwner {
  readonly name: string
  readonly log: Logger
}

/**
 * The event bus that an address chooses: `log:postgres://…` is the embedded log in that database, `kafka://…` Kafka. Connects on first
 * use; {@link EventBus.check} says whether it answers. Throws ConfigError, one sentence, when no adapter speaks the address.
 */
export function openEventBus(url: string, owner: EventBusOwner): EventBus {
  if (/^log:postgres(ql)?:\/\//.test(url))
    return new PostgresEventBus({ ...owner, url: url.slice('log:'.length) })
  if (isEngineUrl(url, 'kafka')) return new KafkaEventBus({ ...owner, url })
  const scheme = /^[a-z][a-z+:]*(?=:\/\/)/i.exec(url)?.[0] ?? 'an address without a scheme'
  throw new ConfigError(
    `No event bus speaks ${scheme}: use log:postgres://user:password@host:port/database or kafka://host:port.`,
  )
}
