import type { Supposition } from '@portal/contracts/reviewed-retrieval'
import { and, eq, inArray, ne, or, type SQL } from 'drizzle-orm'
import { readable } from '../access/readable.ts'
import { reviewableVersions } from '../access/visible-versions.ts'
import { documentOfVersion, versionOf } from '../joins.ts'
import type { Context } from '../ports.ts'
import { documents, passages, versions } from '../schema.ts'
import { inForceOn } from './as-of.ts'

/**
 * What a reader may be quoted now: current, approved, active and readable (decision 21). With a
 * supposed version, for its reviewers, that one in place of its document's current one; with a day,
 * what was in force then.
 */
export function citable(ctx: Context, supposed?: Supposition): SQL | undefined {
  if (!supposed) return inForce(ctx)
  if ('asOf' in supposed) return inForceOn(ctx, supposed)
  const { documentId, versionId } = supposed
  const isSupposed = and(eq(documents.id, documentId), eq(versions.id, versionId))
  return or(and(inForce(ctx), ne(documents.id, documentId)), and(reviewableVersions(ctx), isSupposed))
}

function inForce(ctx: Context): SQL | undefined {
  const isCurrent = eq(documents.currentVersionId, versions.id)
  return and(readable(ctx), eq(documents.isActive, true), isCurrent, eq(versions.status, 'approved'))
}

/** The citable ones of these passages, by id, with version and document. */
export async function citablePassages(ctx: Context, ids: readonly string[], supposed?: Supposition) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await ctx.tx((db) =>
    db
      .select({ passage: passages, version: versions, document: documents })
      .from(passages)
      .innerJoin(versions, versionOf(passages))
      .innerJoin(documents, documentOfVersion)
      .where(and(citable(ctx, supposed), inArray(passages.id, [...new Set(ids)]))),
  )
  return new Map(rows.map((row) => [row.passage.id, row]))
}

/** A citable passage with its version and document. */
export type CitableRow = NonNullable<ReturnType<Awaited<ReturnType<typeof citablePassages>>['get']>>
