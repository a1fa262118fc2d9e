import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Enqueue } from '@portal/service-kit/jobs/enqueue'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { eq, isNull, type SQL } from 'drizzle-orm'
import { documents, versions } from '../schema.ts'

export type DocumentRow = typeof documents.$inferSelect
export type VersionRow = typeof versions.$inferSelect

/** The open transaction of a transition. */
export interface Step {
  readonly organizationId: number
  readonly db: TransactionHandle
  readonly emit: Emit
  readonly enqueue: Enqueue
}

/** A version with its locked document. */
export interface LockedVersion {
  readonly document: DocumentRow
  readonly version: VersionRow
}

/**
 * Locks a document that is not deleted, else 404. Every transition of its versions begins here, so
 * that of two at once the second sees what the first has done (reliability.md R13).
 */
export async function lockDocument(
  { db, organizationId }: Pick<Step, 'db' | 'organizationId'>,
  id: string,
): Promise<DocumentRow> {
  const wanted = own(documents, { organizationId }, eq(documents.id, id), isNull(documents.deletedAt))
  const [document] = await db.select().from(documents).where(wanted).for('update')
  return rowOrNotFound(document)
}

/**
 * Locks documents in the order of their ids and returns these. Whatever locks more than one does it
 * so, else two transactions could wait for each other.
 */
export async function lockDocuments(
  { db, organizationId }: Pick<Step, 'db' | 'organizationId'>,
  where?: SQL,
): Promise<string[]> {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(own(documents, { organizationId }, where))
    .orderBy(documents.id)
    .for('update')
  return rows.map(({ id }) => id)
}

/** Locks a version's document and reads both, else 404. */
export async function lockVersion(
  step: Pick<Step, 'db' | 'organizationId'>,
  { id, versionId }: { readonly id: string; readonly versionId: string },
): Promise<LockedVersion> {
  const document = await lockDocument(step, id)
  const wanted = own(versions, document, eq(versions.documentId, id), eq(versions.id, versionId))
  const [version] = await step.db.select().from(versions).where(wanted)
  return { document, version: rowOrNotFound(version) }
}

/** Changes a version's row. */
export async function updateVersion(
  { db, organizationId }: Pick<Step, 'db' | 'organizationId'>,
  { id }: Pick<VersionRow, 'id'>,
  set: Partial<VersionRow>,
): Promise<void> {
  await db
    .update(versions)
    .set(set)
    .where(own(versions, { organizationId }, eq(versions.id, id)))
}

/** What every event of a version says. */
export function ofVersion(
  { id: versionId, documentId, number: version, createdBy: authorId }: VersionRow,
  { ownerId }: Pick<DocumentRow, 'ownerId'>,
) {
  return { documentId, versionId, version, authorId, ownerId }
}

/** A transition that the state does not allow: 409. */
export function illegal(message: string): CodedError {
  return new CodedError('illegal_transition', message)
}
