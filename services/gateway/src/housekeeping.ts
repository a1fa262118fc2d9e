import type { Logger } from '@portal/service-kit/logger'
import { every } from '@portal/service-kit/sleep'
import type { AuthTokens } from './authentication/auth-tokens.ts'
import type { SessionStore } from './authentication/session-store.ts'

/** What is cleaned up. */
export interface HousekeepingOptions {
  readonly sessions: SessionStore
  readonly tokens: AuthTokens | null
  readonly logger: Logger
}

const periodMs = 600_000

/** Deletes expired sessions and tokens every ten minutes. */
export function startHousekeeping({ sessions, tokens, logger }: HousekeepingOptions): {
  stop(): Promise<void>
} {
  return every(
    periodMs,
    () => Promise.all([sessions.forgetExpired(), tokens?.forgetExpired()]),
    (error) => logger.warn({ err: error }, 'housekeeping failed, next try in ten minutes'),
  )
}
