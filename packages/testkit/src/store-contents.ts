import { createHash } from 'node:crypto'
import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { type SQL, sql } from 'drizzle-orm'

/** What a store holds, by table or key: for comparisons, exact and small. */
export type Contents = Record<string, string>

/** Runs statements as the owner of a database. */
export async function inDatabase<T>(
  ownerUrl: string,
  use: (rows: (statement: SQL) => Promise<readonly Record<string, unknown>[]>) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ urls: { app: ownerUrl, platform: ownerUrl }, name: 'compare' })
  try {
    return await use((statement) => database.platformTx((db) => db.execute(statement)))
  } finally {
    await database.close()
  }
}

/** Rows and a digest of every table of a database, as `<name>.<table>`. */
export async function tablesOf(name: string, ownerUrl: string): Promise<Contents> {
  const found: Contents = {}
  await inDatabase(ownerUrl, async (rows) => {
    const tables = await rows(
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    for (const { name: table } of tables) {
      const [row] = await rows(sql`
        select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as content
        from ${sql.identifier(String(table))} t`)
      found[`${name}.${table}`] = String(row?.['content'])
    }
  })
  return found
}

/** A digest of every file of organizations, and of every signed head, at an address of files. */
export async function blobsOf(url: string): Promise<Contents> {
  const [found, blobs]: [Contents, Awaited<ReturnType<typeof openBlobStore>>] = [{}, await openBlobStore(url)]
  for (const prefix of ['org/', 'audit-heads/']) {
    for await (const { key } of blobs.list(prefix)) {
      const content = (await blobs.get(key)) ?? ''
      found[key] = createHash('sha256').update(content).digest('hex')
    }
  }
  return found
}
