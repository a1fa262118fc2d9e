import type { Logger } from '@portal/service-kit/logger'
import { type logCreator, logLevel } from 'kafkajs'

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
