import { contentPreviewLength, type DocumentVersion } from '@portal/contracts/versions'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { presentIngestion } from '../ingestion/present-ingestion.ts'
import { documentOfVersion } from '../joins.ts'
import { documents, versions, versionTexts } from '../schema.ts'
import { areChangesRequested, versionState } from './version-state.ts'

/** Versions as sent to clients, newest first. */
export async function loadVersions(
  db: TransactionHandle,
  where: SQL | undefined,
): Promise<DocumentVersion[]> {
  const rows = await db
    .select({
      version: versions,
      areChangesRequested: areChangesRequested(),
      currentVersionId: documents.currentVersionId,
      content: sql<string | null>`left(${versionTexts.text}, ${contentPreviewLength})`,
    })
    .from(versions)
    .innerJoin(documents, documentOfVersion)
    .leftJoin(versionTexts, own(versionTexts, versions, eq(versionTexts.versionId, versions.id)))
    .where(where)
    .orderBy(desc(versions.number))
  return rows.map(presentVersion)
}

/** One version, else 404. */
export async function loadVersion(db: TransactionHandle, where: SQL | undefined): Promise<DocumentVersion> {
  const [version] = await loadVersions(db, where)
  return rowOrNotFound(version)
}

interface Row {
  readonly version: typeof versions.$inferSelect
  readonly areChangesRequested: boolean
  readonly currentVersionId: string | null
  readonly content: string | null
}

function presentVersion({ version, currentVersionId, content, ...row }: Row): DocumentVersion {
  const { id, documentId, number, title, changes, fileName, fileType, sizeBytes, createdBy } = version
  const { createdAt, sha256 } = version
  return {
    ...{ id, documentId, version: number, title, changes, fileName, fileType, sizeBytes, content },
    ...versionState({ ...row, version, isActive: currentVersionId === id }),
    ...{ contentHash: sha256, createdBy },
    createdAt: createdAt.toISOString(),
    submittedAt: version.submittedAt?.toISOString() ?? null,
    approvedAt: version.approvedAt?.toISOString() ?? null,
    supersededAt: version.supersededAt?.toISOString() ?? null,
    ingestion: presentIngestion(version),
  }
}
