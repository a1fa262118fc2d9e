import { type documentsApi, documentsEvents } from '@portal/contracts/documents'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { and, eq, sql } from 'drizzle-orm'
import { readable } from '../access/readable.ts'
import { knownDepartment } from '../departments/follow-departments.ts'
import { indexDocument } from '../ingestion/index-document.ts'
import type { DocumentRow } from '../lifecycle/lock-document.ts'
import { knownMembers, lockOwner } from '../members/follow-members.ts'
import type { Verb } from '../ports.ts'
import { documents } from '../schema.ts'
import { loadDocument } from './documents.ts'

/** What a document is called, where it belongs, who owns and sees it, whether it is in force. */
export const changeDocument: Verb<typeof documentsApi.changeDocument> = async (ctx, { params, body }) => {
  const { departmentId, visibleTo, ...rest } = body
  const named = [...(visibleTo ?? []), ...(departmentId == null ? [] : [departmentId])]
  for (const number of new Set(named)) await knownDepartment(ctx, number)
  const { ownerId } = body
  if (ownerId) await knownMembers(ctx, [ownerId], 'An owner')
  const change = {
    ...rest,
    ...(departmentId === undefined ? {} : { departmentNumber: departmentId }),
    ...(visibleTo === undefined ? {} : { visibleTo: [...new Set(visibleTo)].sort((a, b) => a - b) }),
  }
  return ctx.tx(async (db, emit, enqueue) => {
    if (ownerId) await lockOwner(db, ctx, ownerId)
    // Title and visibility are in the index; a document out of force leaves it (decision 22).
    const [changed] = await db
      .update(documents)
      .set({ ...change, revision: sql`${documents.revision} + 1` })
      .where(and(readable(ctx), eq(documents.id, params.id)))
      .returning()
    const { id } = await emitChanged(emit, rowOrNotFound(changed))
    await enqueue(indexDocument, { subject: id, payload: { documentId: id } })
    return loadDocument(db, own(documents, ctx, eq(documents.id, id)))
  })
}

/** Says what a document is now. */
export async function emitChanged(emit: Emit, row: DocumentRow): Promise<DocumentRow> {
  const { id, title, departmentNumber, isActive, visibleTo, ownerId } = row
  const data = { documentId: id, title, departmentNumber, isActive, visibleTo, ownerId }
  await emit(documentsEvents.documentChanged, { subject: id, data })
  return row
}
