import type { Document } from '@portal/contracts/documents'

/** Which documents are listed: `text` matches ID or title, `department` its number. */
export interface LibraryFilter {
  readonly text: string
  readonly department: number | null
}

/** The ID that people see (decision 24). */
export function shownId(document: Pick<Document, 'id' | 'customId'>): string {
  return document.customId || document.id
}

/** The documents that a filter leaves, in their order (specification §5: search matches ID or title). */
export function filterDocuments(documents: readonly Document[], filter: LibraryFilter): Document[] {
  const text = comparable(filter.text.trim())
  return documents.filter(
    (document) =>
      (filter.department === null || document.departmentId === filter.department) &&
      (text === '' || matches(document, text)),
  )
}

/** The long id counts only as a whole: its hexadecimal digits would match half of what people type. */
function matches(document: Document, text: string): boolean {
  return (
    comparable(document.title).includes(text) ||
    comparable(shownId(document)).includes(text) ||
    document.id === text
  )
}

/** Letters as they are compared: composed, without case. */
function comparable(text: string): string {
  return text.normalize('NFC').toLocaleLowerCase()
}
