import type { Database } from './database/open-database.ts'
import { forgetOldResponses } from './idempotency/once.ts'
import { forgetHandled } from './inbox/forget-handled.ts'
import type { Logger } from './logger.ts'
import { sweepDeleted } from './purge/purge-on-request.ts'

const everyMs = 3600_000

/** Forgets what nobody needs any more, once an hour; `own` is what the service itself has to tidy. */
export function startHousekeeping(options: {
  readonly database: Database
  readonly log: Logger
  readonly own?: (() => Promise<void>) | undefined
}): {
  stop(): Promise<void>
} {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = tidy(options).catch((error: unknown) =>
      options.log.warn({ err: error }, 'housekeeping failed, next try in an hour'),
    )
  }, everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}

async function tidy({ database, own }: Parameters<typeof startHousekeeping>[0]): Promise<void> {
  await forgetOldResponses(database)
  await forgetHandled(database)
  await sweepDeleted(database)
  await own?.()
}
