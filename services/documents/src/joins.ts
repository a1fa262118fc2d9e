import { own } from '@portal/service-kit/database/own'
import { eq, type SQL } from 'drizzle-orm'
import { departments, documents, type passages, versions, type versionTexts } from './schema.ts'

export function versionOf(row: typeof versionTexts | typeof passages): SQL {
  return own(versions, row, eq(versions.id, row.versionId))
}

export const documentOfVersion = own(documents, versions, eq(documents.id, versions.documentId))

/** Joins a document's department, where it has one that was not deleted (decision 27). */
export const departmentOfDocument = own(
  departments,
  documents,
  eq(departments.number, documents.departmentNumber),
  eq(departments.isDeleted, false),
)
