import { documentsEvents } from '@portal/contracts/documents'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { own } from '@portal/service-kit/database/own'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { eq, max } from 'drizzle-orm'
import { readVersion } from '../ingestion/read-version.ts'
import { versions } from '../schema.ts'
import type { StoredFile } from '../upload/store-upload.ts'
import { type DocumentRow, ofVersion, type Step, type VersionRow } from './lock-document.ts'

/** A version's file with what its author says of it. */
export type NewVersion = StoredFile & Pick<VersionRow, 'title' | 'changes' | 'createdBy'>

/** Adds a draft with the next number to a locked document, and has its file read. */
export async function insertVersion(
  step: Step,
  document: Pick<DocumentRow, 'organizationId' | 'id' | 'ownerId'>,
  version: NewVersion,
): Promise<VersionRow> {
  const { db, enqueue, emit } = step
  const { organizationId, id: documentId } = document
  const ofDocument = own(versions, document, eq(versions.documentId, documentId))
  const [last] = await db
    .select({ number: max(versions.number) })
    .from(versions)
    .where(ofDocument)
  const number = (last?.number ?? 0) + 1
  const id = uuidV7()
  const [row] = await db
    .insert(versions)
    .values({ ...version, organizationId, id, documentId, number, status: 'draft' })
    .returning()
  const inserted = rowOrNotFound(row)
  const weight = Math.ceil(version.sizeBytes / 1024)
  await enqueue(readVersion, { subject: id, payload: { documentId, versionId: id }, weight })
  const data = { ...ofVersion(inserted, document), status: inserted.status }
  if (number > 1) await emit(documentsEvents.versionCreated, { subject: documentId, data })
  return inserted
}
