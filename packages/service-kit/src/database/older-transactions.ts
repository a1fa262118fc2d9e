import { sql } from 'drizzle-orm'
import { sleep } from '../sleep.ts'
import type { TransactionHandle } from './connection-slot.ts'

const pollMs = 20
/** Past the server's limit for our transactions only others remain (backups): they do not write. */
const graceMs = 1000

/**
 * Resolves when every transaction now running has ended, as CREATE INDEX CONCURRENTLY does, by
 * waiting for their locks on virtual ids. Later transactions see all that is committed by now.
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
