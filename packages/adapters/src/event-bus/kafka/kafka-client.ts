import { ConfigError } from '@portal/service-kit/config'
import type { Logger } from '@portal/service-kit/logger'
import { Kafka, type KafkaConfig, type logCreator, logLevel, type SASLOptions } from 'kafkajs'
import { type EngineUrl, readEngineUrl } from '../../engine-url/engine-url.ts'

/** The parts of KafkaJS that the adapter uses. */
export type KafkaClient = Pick<Kafka, 'admin' | 'consumer' | 'producer'>

/** `name` identifies the client to the brokers; `socketFactory` defaults to KafkaJS's own. */
export interface KafkaOwner {
  readonly name: string
  readonly log: Logger
  readonly socketFactory?: KafkaConfig['socketFactory']
}

/** A hung broker must not hold its callers much longer. */
const requestTimeoutMs = 8000

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

/** Fields of a KafkaJS log entry known to be harmless; others may hold anything. */
const fields = ['broker', 'groupId', 'topic', 'partition', 'error', 'retryCount'] as const
const repeatAfterMs = 30_000
const knownMax = 200

/**
 * Sends the client's log to ours. A broker that is away makes KafkaJS repeat the same error several
 * times a second: each is a warning once in 30 s and debug between. Alarms are raised by the
 * adapter itself, which knows what is being done about it.
 */
export function kafkaLogCreator(log: Logger): logCreator {
  const written = new Map<string, number>()
  const isRepeated = (message: string) => {
    const now = Date.now()
    if (now - (written.get(message) ?? 0) < repeatAfterMs) return true
    if (written.size >= knownMax) written.clear()
    written.set(message, now)
    return false
  }
  return () => (entry) => {
    const { message } = entry.log
    const known = fields.flatMap((name) =>
      entry.log[name] === undefined ? [] : [[name, String(entry.log[name])]],
    )
    const isWarning = entry.level <= logLevel.WARN && !isRepeated(message)
    log[isWarning ? 'warn' : 'debug']({ kafka: entry.namespace, ...Object.fromEntries(known) }, message)
  }
}
