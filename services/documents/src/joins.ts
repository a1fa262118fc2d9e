import { and, eq, type SQL } from 'drizzle-orm'
import { departments, documents, type passages, versions, type versionTexts } from './schema.ts'

/** Joins the version that a text or passage belongs to. */
export function versionOf(row: typeof versionTexts | typeof passages): SQL | undefined {
  return and(eq(versions.organizationId, row.organizationId), eq(versions.id, row.versionId))
}

/** Joins the document that a version belongs to. */
export const documentOfVersion = and(
  eq(documents.organizationId, versions.organizationId),
  eq(documents.id, versions.documentId),
)

/** Joins a document's department, where it has one that was not deleted (decision 27). */
export const departmentOfDocument = and(
  eq(departments.organizationId, documents.organizationId),
  eq(departments.number, documents.departmentNumber),
  eq(departments.isDeleted, false),
)
