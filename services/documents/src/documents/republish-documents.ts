import { documentsEvents } from '@portal/contracts/documents'
import { own } from '@portal/service-kit/database/own'
import type { Republish } from '@portal/service-kit/outbox/republish'
import { desc, eq } from 'drizzle-orm'
import { documents, versions } from '../schema.ts'
import { emitChanged } from './change-document.ts'

/** Emits each document again: newest version uploaded, state, current one activated; or deleted. */
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
    const of = { documentId: id }
    if (document.deletedAt) return emit(documentsEvents.documentDeleted, { subject: id, data: of })
    const ofDocument = own(versions, document, eq(versions.documentId, id))
    const rows = await db.select().from(versions).where(ofDocument).orderBy(desc(versions.number))
    const [newest] = rows
    const inForce = rows.find((row) => row.id === document.currentVersionId)
    if (newest) {
      const { title, visibleTo, ownerId } = document
      const data = { ...of, versionId: newest.id, title, visibleTo, ownerId }
      await emit(documentsEvents.documentUploaded, { subject: id, data })
      await emitChanged(emit, document)
    }
    if (inForce) {
      const data = { ...of, versionId: inForce.id, version: inForce.number, replaced: null }
      await emit(documentsEvents.versionActivated, { subject: id, data })
    }
    if (newest) {
      const data = { ...of, state: newest.ingestionState }
      await emit(documentsEvents.ingestionChanged, { subject: id, data })
    }
  },
}
