import type { Document } from '@portal/contracts/documents'
import { saveFile } from '@portal/remote-kit/save-file'
import { shownId } from './filter-documents.ts'

const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** The six fields of View Details, also what Save writes (product §2). */
export function documentLines(document: Document) {
  return [
    { label: 'Title', value: document.title },
    { label: 'ID', value: shownId(document) },
    { label: 'Department', value: document.departmentName ?? 'None' },
    { label: 'Status', value: document.isActive ? 'Active' : 'Inactive' },
    { label: 'Created', value: written.format(new Date(document.createdAt)) },
    { label: 'Organization ID', value: String(document.organizationId) },
  ]
}

/** A file name made of the title: signs that a file system refuses become dashes. */
export function summaryFileName(title: string): string {
  const name = title
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, '-')
    .replace(/^[.\s-]+|[.\s-]+$/g, '')
    .slice(0, 120)
  return `${name === '' ? 'document' : name}.txt`
}

/** Saves the summary as a text file named from the title (decision 23). */
export function saveSummary(document: Document): void {
  const lines = documentLines(document).map(({ label, value }) => `${label}: ${value}\n`)
  saveFile(new Blob(lines, { type: 'text/plain;charset=utf-8' }), summaryFileName(document.title))
}
