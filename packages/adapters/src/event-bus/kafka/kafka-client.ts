import { ConfigError } from '@portal/service-kit/config'
import type { Logger } from '@portal/service-kit/logger'
import { Kafka, type KafkaConfig, logLevel, type SASLOptions } from 'kafkajs'
import { type EngineUrl, readEngineUrl } from '../../engine-url/engine-url.ts'
import { kafkaLogCreator } from './kafka-log.ts'

/** The parts of KafkaJS that the adapter uses. */
export type KafkaClient = Pick<Kafka, 'admin' | 'consumer' | 'producer'>

/** `name` identifies the client to the brokers; `socketFactory` defaults to KafkaJS's own. */
export interface KafkaOwner {
  readonly name: string
  readonly log: Logger
  readonly socketFactory?: KafkaConfig['socketFactory']
}

/** Request timeout: a hung broker must not hold its callers much longer. */
export const requestTimeoutMs = 8000

// KafkaJS's defaults differ if NODE_ENV is "test", so every value is set: tests run what ships.
const retry = { initialRetryTime: 100, maxRetryTime: 1000, factor: 0.2, multiplier: 2, retries: 4 }

/**
 * Reads
 * `kafka[+tls]://[user:password@]host:port[,…][?mechanism=plain|scram-sha-256|scram-sha-512]`.
 * Throws ConfigError.
 */
export function readKafkaUrl(url: string): EngineUrl {
  return readEngineUrl(url, {
    engine: 'kafka',
    example: 'kafka://<host>:<port>[,<host>:<port>] or kafka+tls://<user>:<password>@<host>:<port>',
    settings: ['mechanism'],
  })
}

/** A client of an address' brokers, or of one `host:port`. Throws ConfigError. */
export function openKafka(url: string, owner: KafkaOwner, host?: string): KafkaClient {
  const address = readKafkaUrl(url)
  return new Kafka({
    clientId: `portal-${owner.name}`,
    brokers: host === undefined ? [...address.hosts] : [host],
    ssl: address.isSecure,
    ...(address.username === '' ? {} : { sasl: credentials(address) }),
    connectionTimeout: 3000,
    authenticationTimeout: requestTimeoutMs,
    requestTimeout: requestTimeoutMs,
    enforceRequestTimeout: true,
    retry: host === undefined ? retry : { ...retry, retries: 0 },
    logLevel: logLevel.INFO,
    logCreator: kafkaLogCreator(owner.log),
    ...(owner.socketFactory ? { socketFactory: owner.socketFactory } : {}),
  })
}

function credentials({ username, password, settings }: EngineUrl): SASLOptions {
  const mechanism = settings.mechanism ?? 'scram-sha-512'
  if (mechanism === 'plain' || mechanism === 'scram-sha-256' || mechanism === 'scram-sha-512') {
    return { mechanism, username, password } as SASLOptions
  }
  throw new ConfigError(
    `The kafka address has an unknown mechanism "${mechanism}"; use plain, scram-sha-256 or scram-sha-512.`,
  )
}
