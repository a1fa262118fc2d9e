import postgres from 'postgres'
import type { ForeignCopy } from './database-copy.ts'
import { loadRows, type RowsOf } from './load-database.ts'

/**
 * Makes another program's tables in an empty database, with their rows, in one transaction. Logs in
 * as that program does, which owns them then. Throws a sentence if rows are missing.
 */
export async function loadForeignDatabase(url: string, copy: ForeignCopy, rowsOf: RowsOf): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    await client.begin(async (db) => {
      for (const statement of copy.before) await db.unsafe(statement)
      for (const table of copy.tables) await loadRows(db, table, rowsOf)
      for (const statement of copy.after) await db.unsafe(statement)
    })
  } finally {
    await client.end({ timeout: 1 })
  }
}

/** Whether a database has tables in its schema `public`. Throws if it cannot be reached. */
export async function hasTables(url: string): Promise<boolean> {
  const client = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const found = await client`
      select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`
    return found.length > 0
  } finally {
    await client.end({ timeout: 1 })
  }
}
