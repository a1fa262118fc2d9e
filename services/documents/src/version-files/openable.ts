import { and, eq, type SQL, sql } from 'drizzle-orm'
import { readable } from '../documents/readable.ts'
import type { Context } from '../ports.ts'
import { documents, versions } from '../schema.ts'

/**
 * The versions that someone may open: every one for those with the permission, else what is or was
 * in force of the documents that they may read today (decisions 57 and 77).
 */
export function openable(ctx: Context): SQL | undefined {
  if (ctx.can('version:read-any')) return readable(ctx)
  const current = sql`(select c.number from ${versions} c where c.organization_id = ${documents.organizationId}
    and c.id = ${documents.currentVersionId})`
  return and(readable(ctx), eq(versions.status, 'approved'), sql`${versions.number} <= ${current}`)
}
