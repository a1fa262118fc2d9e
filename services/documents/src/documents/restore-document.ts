import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { listPart } from '@portal/service-kit/http/list-part'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { indexDocument } from '../ingestion/index-document.ts'
import type { Context, Verb } from '../ports.ts'
import { documents } from '../schema.ts'
import { loadDocument, loadDocuments, presentDocument } from './documents.ts'

/** A deleted document can come back for 30 days (decision 27). */
export const keptMs = 30 * 86_400_000

export const listDeletedDocuments: Verb<typeof documentsApi.listDeletedDocuments> = (ctx, { query }) =>
  ctx.tx(async (db) => {
    const rows = await listPart(ctx, db, {
      query,
      from: documents,
      where: isRestorable(ctx),
      after: query.cursor === undefined ? undefined : lt(documents.id, query.cursor),
      load: (where, limit) => loadDocuments(db, where, { limit }),
    })
    return rows.map((row) => {
      const deletedAt = rowOrNotFound(row.document.deletedAt)
      return {
        ...presentDocument(row),
        deletedAt: deletedAt.toISOString(),
        purgedAt: new Date(deletedAt.getTime() + keptMs).toISOString(),
      }
    })
  })

/** As it was: versions, approvals and visibility were kept; the index is filled again. */
export const restoreDocument: Verb<typeof documentsApi.restoreDocument> = (ctx, { params }) =>
  ctx.tx(async (db, emit, enqueue) => {
    const wanted = and(isRestorable(ctx), eq(documents.id, params.id))
    const [deleted] = await db.select().from(documents).where(wanted).for('update')
    const { id, customId, title, isActive, visibleTo, ownerId } = rowOrNotFound(deleted)
    const isSameId = own(documents, ctx, eq(documents.customId, customId), isNull(documents.deletedAt))
    if ((await db.select({ id: documents.id }).from(documents).where(isSameId)).length > 0)
      throw new CodedError('conflict', `The ID ${customId} is used by another document now.`)
    const isThis = own(documents, ctx, eq(documents.id, id))
    await db
      .update(documents)
      .set({ deletedAt: null, revision: sql`${documents.revision} + 1` })
      .where(isThis)
    const data = { documentId: id, title, isActive, visibleTo, ownerId }
    await emit(documentsEvents.documentRestored, { subject: id, data })
    await enqueue(indexDocument, { subject: id, payload: { documentId: id } })
    return ctx.respond(db, await loadDocument(db, isThis))
  })

function isRestorable(ctx: Context) {
  return own(documents, ctx, gt(documents.deletedAt, new Date(Date.now() - keptMs)))
}
