import { sql } from 'drizzle-orm'
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
const batchMax = 5000

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
export async function forgetHandled(database: Database): Promise<void> {
  for (let removed = batchMax; removed === batchMax; ) {
    removed = await database.platformTx(async (db) => {
      // Ids rise with time, so the key finds old ones. Late events are kept by their handling time.
      const rows = await db.execute(sql`
        delete from ${inbox} where (event_id, consumer) in (
          select event_id, consumer from ${inbox}
          where event_id < ${oldestId()}::uuid and handled_at < now() - ${keptMs} * interval '1 millisecond'
          order by event_id limit ${batchMax})
        returning 1`)
      return rows.length
    })
  }
}

function oldestId(): string {
  const time = (Date.now() - keptMs).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
