import type { Conversation } from '@portal/contracts/conversations'
import type { Document } from '@portal/contracts/documents'
import { fullName } from '@portal/contracts/full-name'
import type { Member } from '@portal/contracts/members'
import { passageAddress } from '@portal/contracts/passage-location'
import { roleLabels } from '@portal/contracts/permissions'
import type { FoundPassage } from '@portal/contracts/search'
import { dottedCells } from '@portal/remote-kit/dotted-cells'
import { filterRows } from '@portal/remote-kit/filter-rows'
import { markWords, snippetOf } from '@portal/remote-kit/mark-words'
import type { NamedPage } from '../navigation/navigation-items.ts'

/** Something to choose: an address, an act to perform, or the question, which has neither. */
export interface PaletteEntry {
  readonly id: string
  readonly kind: 'page' | 'document' | 'person' | 'conversation' | 'act' | 'ask' | 'passage'
  readonly label: string
  readonly hint: string
  readonly to?: string
  readonly perform?: () => void
}

/** Something to do, by the shell itself or at an address: `words` find it besides its label. */
export type PaletteAct = { readonly label: string; readonly words: string } & (
  | { readonly perform: () => void }
  | { readonly to: string }
)

/** How many of each kind are offered; typing on finds the others. */
const limits = { document: 8, person: 5, conversation: 5 } as const

export interface PaletteSources {
  readonly pages: readonly NamedPage[]
  readonly documents: readonly Document[]
  readonly people: readonly Member[]
  readonly conversations: readonly Conversation[]
  readonly acts: readonly PaletteAct[]
  /** Passages that the text finds inside the documents, best first. */
  readonly passages: readonly FoundPassage[]
  /** Conversations in whose questions and answers the text is. */
  readonly talkedAbout: readonly Conversation[]
  readonly mayAsk: boolean
}

/**
 * What a text finds; at first pages alone, or acts for a person without any. What comes from a
 * search stands last, so that nothing moves when it arrives.
 */
export function paletteEntries(sources: PaletteSources, text: string): PaletteEntry[] {
  const found = <Row>(rows: readonly Row[], wordsOf: (row: Row) => string) => filterRows(rows, wordsOf, text)
  const pages = found(sources.pages, ({ words }) => words).map(pageEntry)
  const question = text.trim()
  if (question === '') return pages.length > 0 ? pages : sources.acts.map(actEntry)
  const documents = found(sources.documents, ({ customId, title }) => `${customId} ${title}`)
  const people = found(sources.people, wordsOfMember)
  const conversations = found(sources.conversations, titleOf).slice(0, limits.conversation)
  const named = new Set(conversations.map(({ id }) => id))
  const talkedAbout = sources.talkedAbout.filter(({ id }) => !named.has(id)).slice(0, limits.conversation)
  const ask: PaletteEntry = { id: 'ask', kind: 'ask', label: question, hint: 'Ask the assistant' }
  return [
    ...pages,
    ...documents.slice(0, limits.document).map(documentEntry),
    ...people.slice(0, limits.person).map(personEntry),
    ...conversations.map(conversationEntry),
    ...found(sources.acts, ({ label, words }) => `${label} ${words}`).map(actEntry),
    ...(sources.mayAsk ? [ask] : []),
    ...sources.passages.map((passage) => passageEntry(passage, question)),
    ...talkedAbout.map(conversationEntry),
  ]
}

function pageEntry({ label, to }: NamedPage): PaletteEntry {
  return { id: `page ${to}`, kind: 'page', label, hint: 'Go to', to }
}

function documentEntry({ id, customId, title }: Document): PaletteEntry {
  return { id: `document ${id}`, kind: 'document', label: title, hint: customId, to: `/documents/${id}` }
}

function wordsOfMember(member: Member): string {
  return `${fullName(member) ?? ''} ${member.email ?? ''} ${roleLabels[member.role]}`
}

/** A person has no page: the list of users shows them alone. */
function personEntry(member: Member): PaletteEntry {
  const label = fullName(member) ?? member.email ?? member.id
  const to = `/users?q=${encodeURIComponent(label)}`
  return { id: `person ${member.id}`, kind: 'person', label, hint: roleLabels[member.role], to }
}

function titleOf({ title }: Conversation): string {
  return title ?? 'Untitled Conversation'
}

function conversationEntry(conversation: Conversation): PaletteEntry {
  const { id } = conversation
  const to = `/chat?conversation=${encodeURIComponent(id)}`
  return {
    id: `conversation ${id}`,
    kind: 'conversation',
    label: titleOf(conversation),
    hint: 'Conversation',
    to,
  }
}

function actEntry({ label, words: _, ...done }: PaletteAct): PaletteEntry {
  return { ...done, id: `act ${label}`, kind: 'act', label, hint: 'Do' }
}

/** A row shows only the beginning of a label. */
const labelSize = { length: 160, lead: 0 }

function passageEntry(passage: FoundPassage, question: string): PaletteEntry {
  const { id, text, title } = passage
  const parts = snippetOf(markWords(dottedCells(text).replace(/\s+/gu, ' '), question), labelSize)
  const label = parts.map((part) => part.text).join('')
  return { id: `passage ${id}`, kind: 'passage', label, hint: title, to: passageAddress(passage) }
}
