import type { Logger } from '@portal/service-kit/logger'
import { every } from '@portal/service-kit/sleep'
import type { SessionStore } from './sessions/session-store.ts'
import type { AuthTokens } from './tokens/auth-tokens.ts'

/** What is swept. */
export interface HousekeepingOptions {
  readonly sessions: SessionStore
  readonly tokens: AuthTokens | null
  readonly logger: Logger
}

const periodMs = 600_000

/** Removes sessions and tokens that are over, every ten minutes. */
export function startHousekeeping({ sessions, tokens, logger }: HousekeepingOptions): {
  stop(): Promise<void>
} {
  return every(
    periodMs,
    () => Promise.all([sessions.forgetExpired(), tokens?.forgetExpired()]),
    (error) => logger.warn({ err: error }, 'housekeeping failed, next try in ten minutes'),
  )
}
