import type { ingestionApi } from '@portal/contracts/ingestion'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import { spend } from '@portal/service-kit/quota/spend'
import { and, desc, eq, exists, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { documentOfVersion } from '../joins.ts'
import type { Context, Verb } from '../ports.ts'
import { documents, versions, versionTexts } from '../schema.ts'
import { moveIngestion } from './index-document.ts'
import { presentIngestion } from './present-ingestion.ts'
import { readVersion } from './read-version.ts'

export const listIngestionProblems: Verb<typeof ingestionApi.listIngestionProblems> = async (
  ctx,
  { query },
) => {
  const isProblem = or(eq(versions.ingestionState, 'failed'), sql`cardinality(${versions.unreadPages}) > 0`)
  const rows = await ctx.tx((db) =>
    listPart(ctx, db, {
      query,
      from: versions,
      where: and(ofKeptDocument(ctx), isProblem),
      after: query.cursor === undefined ? undefined : lt(versions.id, query.cursor),
      load: (where, limit) =>
        db
          .select({ version: versions, document: documents, parser: versionTexts.parser })
          .from(versions)
          .innerJoin(documents, documentOfVersion)
          .leftJoin(versionTexts, own(versionTexts, versions, eq(versionTexts.versionId, versions.id)))
          .where(where)
          .orderBy(desc(versions.id))
          .limit(limit),
    }),
  )
  return rows.map(({ version, document, parser }) => ({
    ...{ documentId: document.id, customId: document.customId, title: version.title },
    ...{ versionId: version.id, version: version.number, fileName: version.fileName, parser },
    isCurrent: document.currentVersionId === version.id,
    ingestion: presentIngestion(version),
    createdAt: version.createdAt.toISOString(),
  }))
}

/** Of one call, which is one transaction; the rest takes further calls. */
const atOnce = 500

/**
 * Reads files that failed once more, for instance after a parser was replaced. A text that exists
 * is never replaced, because citations point into it.
 */
export const readAgain: Verb<typeof ingestionApi.readAgain> = (ctx, { body }) =>
  ctx.tx(async (db, emit, enqueue) => {
    const { organizationId } = ctx
    const chosen = body.versionIds && inArray(versions.id, body.versionIds)
    const isFailed = own(versions, ctx, eq(versions.ingestionState, 'failed'), chosen)
    const ofFailed = sql`(select from ${versions} where ${documentOfVersion} and ${isFailed})`
    // Documents before their versions, and in one order, as in every transition.
    const locked = await db
      .select({ id: documents.id })
      .from(documents)
      .where(own(documents, ctx, isNull(documents.deletedAt), exists(ofFailed)))
      .orderBy(documents.id)
      .limit(atOnce)
      .for('update')
    if (locked.length === 0) return ctx.respond(db, { versions: 0 })
    const ofLocked = inArray(
      versions.documentId,
      locked.map(({ id }) => id),
    )
    const failed = await db
      .select({ versionId: versions.id, documentId: versions.documentId, sizeBytes: versions.sizeBytes })
      .from(versions)
      .where(and(isFailed, ofLocked))
      .orderBy(versions.id)
      .limit(atOnce)
    const { readAgain: quota } = ctx.ports.quotas ?? {}
    const amount = failed.length
    if (quota) await spend(db, ctx, { what: 'read-again', unit: 'files to be read again', amount, quota })
    for (const { sizeBytes, ...payload } of failed) {
      await moveIngestion(db, emit, { organizationId, ...payload, state: 'queued', reason: null })
      const weight = Math.ceil(sizeBytes / 1024)
      await enqueue(readVersion, { subject: payload.versionId, payload, weight })
    }
    return ctx.respond(db, { versions: failed.length })
  })

/** Versions of documents that are not deleted. */
export function ofKeptDocument({ organizationId }: Pick<Context, 'organizationId'>) {
  const kept = sql`(select from ${documents} where ${documentOfVersion} and ${isNull(documents.deletedAt)})`
  return own(versions, { organizationId }, exists(kept))
}
