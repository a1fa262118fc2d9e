import type { Document } from '@portal/contracts/documents'
import { shownId } from './filter-documents.ts'

export interface DocumentLine {
  readonly label: string
  readonly value: string
}

/** The six fields of View Details, also what Save writes (product §2). */
export function documentLines(document: Document): DocumentLine[] {
  return [
    { label: 'Title', value: document.title },
    { label: 'ID', value: shownId(document) },
    { label: 'Department', value: document.departmentName ?? 'None' },
    { label: 'Status', value: document.isActive ? 'Active' : 'Inactive' },
    { label: 'Created', value: new Date(document.createdAt).toLocaleString() },
    { label: 'Organization ID', value: String(document.organizationId) },
  ]
}
