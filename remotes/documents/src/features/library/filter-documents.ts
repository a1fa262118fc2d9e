import type { Document } from '@portal/contracts/documents'
import { comparableText } from '@portal/remote-kit/comparable-text'

/** Which documents are listed: `text` matches ID or title, `department` its number. */
export interface LibraryFilter {
  readonly text: string
  readonly department: number | null
}

/** The ID that people see (decision 24). */
export function shownId(document: Pick<Document, 'id' | 'customId'>): string {
  return document.customId || document.id
}

/** The documents that a filter leaves, in their order (product §5: search matches ID or title). */
export function filterDocuments(documents: readonly Document[], filter: LibraryFilter): Document[] {
  const text = comparableText(filter.text)
  return documents.filter(
    (document) =>
      (filter.department === null || document.departmentId === filter.department) &&
      (text === '' || matches(document, text)),
  )
}

/** The long id matches only as a whole: its digits would match much of what people type. */
function matches(document: Document, text: string): boolean {
  return (
    comparableText(document.title).includes(text) ||
    comparableText(shownId(document)).includes(text) ||
    document.id === text
  )
}
