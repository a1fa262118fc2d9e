import type { Document } from '@portal/contracts/documents'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { departmentOfDocument } from '../joins.ts'
import { departments, documents, versions } from '../schema.ts'

/** A document with its current version, else its newest one. */
export interface DocumentRow {
  readonly document: typeof documents.$inferSelect
  readonly version: typeof versions.$inferSelect
  readonly departmentName: string | null
}

export function loadDocuments(
  db: TransactionHandle,
  where: SQL | undefined,
  limit: number,
): Promise<DocumentRow[]> {
  const newest = sql`(select v.id from ${versions} v where v.organization_id = ${documents.organizationId}
    and v.document_id = ${documents.id} order by v.number desc limit 1)`
  return db
    .select({ document: documents, version: versions, departmentName: departments.name })
    .from(documents)
    .innerJoin(
      versions,
      own(versions, documents, eq(versions.id, sql`coalesce(${documents.currentVersionId}, ${newest})`)),
    )
    .leftJoin(departments, departmentOfDocument)
    .where(where)
    .orderBy(desc(documents.id))
    .limit(limit)
}

export function presentDocument({ document, version, departmentName }: DocumentRow): Document {
  return {
    id: document.id,
    customId: document.customId,
    title: document.title,
    departmentId: departmentName === null ? null : document.departmentNumber,
    departmentName,
    isActive: document.isActive,
    createdAt: document.createdAt.toISOString(),
    organizationId: document.organizationId,
    fileName: version.fileName,
    fileType: version.fileType,
    sizeBytes: version.sizeBytes,
    currentVersion:
      document.currentVersionId === version.id ? { id: version.id, version: version.number } : null,
    ingestion: {
      state: version.ingestionState,
      reason: version.ingestionReason,
      passages: version.passageCount,
    },
  }
}
