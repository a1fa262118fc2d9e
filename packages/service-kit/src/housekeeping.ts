import { sql } from 'drizzle-orm'
import { deleteInBatches } from './database/delete-in-batches.ts'
import type { Database } from './database/open-database.ts'
import { forEveryOne } from './for-every-one.ts'
import { forgetOldResponses } from './idempotency/once.ts'
import type { Logger } from './logger.ts'
import { sweepDeleted } from './purge/purge-on-request.ts'
import { every } from './sleep.ts'
import { inbox } from './tables.ts'

const periodMs = 3600_000
/** A day longer than any bus retains events: older ones are never delivered again. */
const keptMs = 15 * 86_400_000

/** Runs the kit's hourly clean-up, then `own`, the service's, even if a task before has failed. */
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
  const tasks = [forgetOldResponses, forgetHandled, sweepDeleted, () => own?.() ?? Promise.resolve()]
  await forEveryOne(tasks, (task) => task(database))
}

/** Deletes old inbox rows, in batches that hold no lock for long. */
export async function forgetHandled({ platformTx }: Pick<Database, 'platformTx'>): Promise<void> {
  // Ids rise with time, so the key finds old ones. Late events are kept by their handling time.
  const isOld = sql`event_id < ${oldestId()}::uuid and handled_at < now() - ${keptMs} * interval '1 millisecond'`
  await deleteInBatches(platformTx, { from: inbox, where: isOld })
}

function oldestId(): string {
  const time = (Date.now() - keptMs).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
