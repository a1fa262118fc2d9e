import { documentsEvents } from '@portal/contracts/documents'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Republish } from '@portal/service-kit/outbox/republish'
import { desc, eq } from 'drizzle-orm'
import { documents, versions } from '../schema.ts'

type Document = typeof documents.$inferSelect

/**
 * Emits each document's state again: newest version uploaded, current one activated; or deleted.
 */
export const republishDocuments: Republish = {
  what: 'documents',
  list: (db) => {
    const { organizationId, id, createdAt } = documents
    return db.select({ organizationId, id }).from(documents).orderBy(organizationId, createdAt, id)
  },
  emitAgain: async (db, emit, { organizationId, id }) => {
    const wanted = own(documents, { organizationId }, eq(documents.id, id))
    const [document] = await db.select().from(documents).where(wanted).for('update')
    if (!document) return
    const about = { subject: id }
    if (document.deletedAt)
      return emit(documentsEvents.documentDeleted, { ...about, data: { documentId: id } })
    const { newest, inForce } = await versionsOf(db, document)
    if (newest) {
      const data = { documentId: id, versionId: newest.id, title: document.title }
      await emit(documentsEvents.documentUploaded, { ...about, data })
    }
    if (inForce) {
      const data = { documentId: id, versionId: inForce.id, version: inForce.number, replaced: null }
      await emit(documentsEvents.versionActivated, { ...about, data })
    }
    if (newest) {
      const data = { documentId: id, state: newest.state }
      await emit(documentsEvents.ingestionChanged, { ...about, data })
    }
  },
}

async function versionsOf(db: TransactionHandle, { organizationId, id, currentVersionId }: Document) {
  const wanted = own(versions, { organizationId }, eq(versions.documentId, id))
  const rows = await db
    .select({ id: versions.id, number: versions.number, state: versions.ingestionState })
    .from(versions)
    .where(wanted)
    .orderBy(desc(versions.number))
  return { newest: rows[0], inForce: rows.find((row) => row.id === currentVersionId) }
}
