import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { and, eq, sql } from 'drizzle-orm'
import { indexDocument } from '../ingestion/index-document.ts'
import type { Verb } from '../ports.ts'
import { documents } from '../schema.ts'
import { readable } from './readable.ts'

/** Soft: approvals and audit stay, and the document can come back for 30 days (decision 27). */
export const deleteDocument: Verb<typeof documentsApi.deleteDocument> = (ctx, { params }) =>
  ctx.tx(async (db, emit, enqueue) => {
    const [deleted] = await db
      .update(documents)
      .set({ deletedAt: sql`now()`, revision: sql`${documents.revision} + 1` })
      .where(and(readable(ctx), eq(documents.id, params.id)))
      .returning({ id: documents.id })
    await emit(documentsEvents.documentDeleted, {
      subject: rowOrNotFound(deleted).id,
      data: { documentId: params.id },
    })
    await enqueue(indexDocument, { subject: params.id, payload: { documentId: params.id } })
    return undefined
  })
