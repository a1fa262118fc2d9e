import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { readable } from '../access/readable.ts'
import { documentOfVersion, versionOf } from '../joins.ts'
import type { Context } from '../ports.ts'
import { documents, passages, versions } from '../schema.ts'

/** What a reader may be quoted now: current, approved, active and readable (decision 21). */
export function citable(ctx: Context): SQL | undefined {
  const isCurrent = eq(documents.currentVersionId, versions.id)
  return and(readable(ctx), eq(documents.isActive, true), isCurrent, eq(versions.status, 'approved'))
}

/** The citable ones of these passages, by id, with version and document. */
export async function citablePassages(ctx: Context, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await ctx.tx((db) =>
    db
      .select({ passage: passages, version: versions, document: documents })
      .from(passages)
      .innerJoin(versions, versionOf(passages))
      .innerJoin(documents, documentOfVersion)
      .where(and(citable(ctx), inArray(passages.id, [...new Set(ids)]))),
  )
  return new Map(rows.map((row) => [row.passage.id, row]))
}
