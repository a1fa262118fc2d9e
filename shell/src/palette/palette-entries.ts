import type { Document } from '@portal/contracts/documents'
import { passageAddress } from '@portal/contracts/passage-location'
import type { FoundPassage } from '@portal/contracts/search'
import type { NavigationItem } from '../navigation/navigation-items.ts'

export interface PaletteEntry {
  readonly id: string
  readonly kind: 'page' | 'document' | 'passage' | 'ask'
  readonly label: string
  readonly hint: string
  /** Null for a question, which is asked where it is. */
  readonly to: string | null
}

const documentsMax = 8

export interface PaletteSources {
  readonly pages: readonly Pick<NavigationItem, 'label' | 'to'>[]
  readonly documents: readonly Document[]
  /** Passages that the text finds inside the documents, best first. */
  readonly passages: readonly FoundPassage[]
  readonly mayAsk: boolean
}

/** Pages by name, documents by title or ID, the text as a question, passages; at first, pages. */
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
    to: null,
  }
  const passages = sources.passages.map(passageEntry)
  return [...pages, ...documents, ...(sources.mayAsk ? [ask] : []), ...passages]
}

function documentEntry({ id, customId, title }: Document): PaletteEntry {
  const to = `/documents/${id}`
  return { id: `document ${id}`, kind: 'document', label: title, hint: customId, to }
}

const labelLength = 160

function passageEntry(passage: FoundPassage): PaletteEntry {
  const { id, text, title } = passage
  const label = text.replace(/\s+/gu, ' ').slice(0, labelLength)
  return { id: `passage ${id}`, kind: 'passage', label, hint: title, to: passageAddress(passage) }
}
