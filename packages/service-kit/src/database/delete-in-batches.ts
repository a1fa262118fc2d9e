import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { TransactionHandle } from './connection-slot.ts'

const batchMax = 2000

/** Opens a transaction, as `platformTx` does, that resolves with what `work` does. */
type Transact = (work: (db: TransactionHandle) => Promise<number>) => Promise<number>

/**
 * Deletes the rows of `from` for which `where` holds, in transactions that end well within their
 * time limit and wait for nobody: a row that somebody has locked is left for the next call. Throws
 * what `transact` throws; the batches before stay deleted.
 */
export async function deleteInBatches(
  transact: Transact,
  { from, where }: { readonly from: PgTable; readonly where: SQL },
): Promise<void> {
  const some = sql`select ctid from ${from} where ${where} limit ${batchMax} for update skip locked`
  for (let removed = batchMax; removed === batchMax; )
    removed = await transact(async (db) => {
      const rows = await db.execute(sql`delete from ${from} where ctid = any(array(${some})) returning 1`)
      return rows.length
    })
}
