import type { Document, DocumentSort } from '@portal/contracts/documents'
import { comparableText } from '@portal/remote-kit/comparable-text'

/** Which documents are listed, and how: `text` matches ID or title, `department` its number. */
export interface LibraryFilter {
  readonly text: string
  readonly department: number | null
  readonly status: 'active' | 'inactive' | null
  readonly sort: DocumentSort
}

/** The ID that people see (decision 24). */
export function shownId(document: Pick<Document, 'id' | 'customId'>): string {
  return document.customId || document.id
}

const byTitle = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const orders: Readonly<Record<DocumentSort, (documents: Document[]) => Document[]>> = {
  newest: (documents) => documents,
  oldest: (documents) => documents.toReversed(),
  title: (documents) => documents.toSorted((a, b) => byTitle.compare(a.title, b.title)),
}

/** The documents that a filter leaves, from the newest first (product §5: ID or title). */
export function filterDocuments(documents: readonly Document[], filter: LibraryFilter): Document[] {
  const text = comparableText(filter.text)
  const found = documents.filter(
    (document) =>
      (filter.department === null || document.departmentId === filter.department) &&
      (filter.status === null || document.isActive === (filter.status === 'active')) &&
      (text === '' || matches(document, text)),
  )
  return orders[filter.sort](found)
}

/** The long id matches only as a whole: its digits would match much of what people type. */
function matches(document: Document, text: string): boolean {
  return (
    comparableText(document.title).includes(text) ||
    comparableText(shownId(document)).includes(text) ||
    document.id === text
  )
}
