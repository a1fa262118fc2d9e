import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type DatabaseUrls, openDatabase } from '@portal/service-kit/database/open-database'
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'

/** Resolves when this many database sessions wait for a lock. */
export type Waiting = (sessions: number) => Promise<void>

/**
 * Runs `work` while a platform transaction, rolled back afterwards, holds what `hold` locks or
 * writes.
 */
export async function whileHeld(
  urls: DatabaseUrls,
  hold: (db: TransactionHandle) => Promise<unknown>,
  work: (waiting: Waiting) => Promise<void>,
): Promise<void> {
  const givenUp = new Error('given up')
  const database = openDatabase({ urls, name: 'test', appConnections: 1, transactionTimeoutMs: 60_000 })
  const holding = database.platformTx(async (db) => {
    await hold(db)
    await work((sessions) => vi.waitFor(async () => expect(await waitingSessions(db)).toBe(sessions)))
    throw givenUp
  })
  await expect(holding).rejects.toBe(givenUp)
  await database.close()
}

async function waitingSessions(db: TransactionHandle): Promise<number> {
  await db.execute(sql`select pg_stat_clear_snapshot()`)
  const sessions = await db.execute(sql`
    select distinct l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where not l.granted and a.datname = current_database()`)
  return sessions.length
}
