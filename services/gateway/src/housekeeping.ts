import type { Logger } from '@portal/service-kit/logger'
import type { SessionStore } from './sessions/session-store.ts'
import type { AuthTokens } from './tokens/auth-tokens.ts'

/** What is swept. */
export interface HousekeepingOptions {
  readonly sessions: SessionStore
  readonly tokens: AuthTokens | null
  readonly logger: Logger
}

const everyMs = 600_000

/** Removes sessions and tokens that are over, every ten minutes. */
export function startHousekeeping({ sessions, tokens, logger }: HousekeepingOptions): {
  stop(): Promise<void>
} {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = Promise.all([sessions.forgetExpired(), tokens?.forgetExpired()]).catch((error: unknown) =>
      logger.warn({ err: error }, 'housekeeping failed, next try in ten minutes'),
    )
  }, everyMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
