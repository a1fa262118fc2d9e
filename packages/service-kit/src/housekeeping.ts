import type { Database } from './database/open-database.ts'
import { forgetOldResponses } from './idempotency/once.ts'
import { forgetHandled } from './inbox/forget-handled.ts'
import type { Logger } from './logger.ts'
import { sweepDeleted } from './purge/purge-on-request.ts'
import { every } from './sleep.ts'

const periodMs = 3600_000

/** Runs the kit's hourly clean-up, then `own`, the service's. */
export function startHousekeeping(options: {
  readonly database: Database
  readonly log: Logger
  readonly own?: (() => Promise<void>) | undefined
}): {
  stop(): Promise<void>
} {
  return every(
    periodMs,
    () => tidy(options),
    (error) => options.log.warn({ err: error }, 'housekeeping failed, next try in an hour'),
  )
}

async function tidy({ database, own }: Parameters<typeof startHousekeeping>[0]): Promise<void> {
  await forgetOldResponses(database)
  await forgetHandled(database)
  await sweepDeleted(database)
  await own?.()
}
