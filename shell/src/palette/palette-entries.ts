import type { Document } from '@portal/contracts/documents'
import type { NavigationItem } from '../navigation/navigation-items.ts'

export interface PaletteEntry {
  readonly id: string
  readonly kind: 'page' | 'document' | 'ask'
  readonly label: string
  readonly hint: string
  readonly to: string
}

const documentsMax = 8

export interface PaletteSources {
  readonly pages: readonly Pick<NavigationItem, 'label' | 'to'>[]
  readonly documents: readonly Document[]
  readonly mayAsk: boolean
}

/** Pages by name, documents by title or ID, and the text as a question; without text, the pages. */
export function paletteEntries(sources: PaletteSources, text: string): PaletteEntry[] {
  const wanted = text.trim().toLocaleLowerCase()
  const pages = sources.pages
    .filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
    .map(({ label, to }): PaletteEntry => ({ id: `page ${to}`, kind: 'page', label, hint: 'Go to', to }))
  if (wanted === '') return pages
  const documents = sources.documents
    .filter(({ title, customId }) => `${customId} ${title}`.toLocaleLowerCase().includes(wanted))
    .slice(0, documentsMax)
    .map(documentEntry)
  const ask: PaletteEntry = {
    id: 'ask',
    kind: 'ask',
    label: text.trim(),
    hint: 'Ask the assistant',
    to: `/chat?question=${encodeURIComponent(text.trim())}`,
  }
  return [...pages, ...documents, ...(sources.mayAsk ? [ask] : [])]
}

function documentEntry({ id, customId, title }: Document): PaletteEntry {
  const to = `/documents?q=${encodeURIComponent(title)}`
  return { id: `document ${id}`, kind: 'document', label: title, hint: customId, to }
}
