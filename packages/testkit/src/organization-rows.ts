import type { Database } from '@portal/service-kit/database/open-database'
import { keptTables } from '@portal/service-kit/database/organization-tables'
import { sql } from 'drizzle-orm'

/**
 * An organization's rows as text, by table, so that equal means byte for byte. Omits tables without
 * such rows, and the record of its deletion.
 */
export function rowsOf(
  database: Database,
  organizationId: number,
): Promise<Record<string, readonly string[]>> {
  return database.purgeTx(organizationId, async (db) => {
    const tables = await db.execute<{ name: string }>(sql`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id' order by 1`)
    const found: Record<string, readonly string[]> = {}
    for (const { name } of tables.filter((table) => !keptTables.includes(table.name))) {
      const rows = await db.execute<{ row: string }>(
        sql`select t::text as row from ${sql.identifier(name)} t where organization_id = ${organizationId} order by 1`,
      )
      if (rows.length > 0) found[name] = rows.map(({ row }) => row)
    }
    return found
  })
}
