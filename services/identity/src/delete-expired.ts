import type { Database } from '@portal/service-kit/database/open-database'
import { lt, sql } from 'drizzle-orm'
import { addressLinks, artifacts, attempts, passwordLinks } from './schema.ts'

/**
 * Deletes expired protocol artifacts and one-time links, and attempt counters that no longer
 * matter.
 */
export async function deleteExpired(database: Database): Promise<void> {
  await database.platformTx(async (db) => {
    for (const table of [artifacts, passwordLinks, addressLinks]) {
      await db.delete(table).where(lt(table.expiresAt, sql`now()`))
    }
    await db.delete(attempts).where(lt(attempts.lastAt, sql`now() - interval '1 day'`))
  })
}
