import { sql } from 'drizzle-orm'
import { sleep } from '../sleep.ts'
import type { TransactionHandle } from './connection-slot.ts'

const pollMs = 20
/** Beyond the time limit that the server enforces on every transaction of ours, only others' are left, as a backup's, which write nothing. */
const graceMs = 1000

/**
 * Resolves when all transactions have ended that run now, as CREATE INDEX CONCURRENTLY waits: each holds a lock on its own virtual id. What
 * begins later sees everything that was committed before this call.
 */
export async function untilOlderTransactionsEnd(
  transact: <T>(run: (db: TransactionHandle) => Promise<T>) => Promise<T>,
  transactionTimeoutMs: number,
): Promise<void> {
  const deadline = Date.now() + transactionTimeoutMs + graceMs
  let running = await transact((db) =>
    db.execute<{ id: string }>(sql`
      select virtualxid as id from pg_locks join pg_stat_activity using (pid)
      where locktype = 'virtualxid' and granted and datname = current_database() and pid <> pg_backend_pid()`),
  )
  while (running.length > 0 && Date.now() < deadline) {
    await sleep(pollMs)
    const ids = `{${running.map(({ id }) => id).join(',')}}`
    running = await transact((db) =>
      db.execute<{ id: string }>(sql`
        select distinct virtualxid as id from pg_locks
        where locktype = 'virtualxid' and granted and virtualxid = any(${ids}::text::text[])`),
    )
  }
}
