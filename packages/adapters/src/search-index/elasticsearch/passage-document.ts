import type { IndexedDocument, IndexedPassage } from '@portal/service-kit/ports/search-index'
import { passageTerms } from '../analysis/passage-terms.ts'

/** A passage as the engine stores it: fields of terms, joined by spaces, and what a hit carries. */
export interface PassageDocument {
  readonly organization: string
  readonly document: string
  readonly departments: readonly string[]
  readonly revision: number
  readonly edition: string
  readonly passage: string
  readonly version: string
  readonly body: string
  readonly pairs: string
  readonly heading: string
  /** Abbreviations that the passage introduces: by short form, by long form, and as short form and long form in one. */
  readonly shorts: readonly string[]
  readonly longs: readonly string[]
  readonly abbreviations: readonly string[]
  readonly vector: readonly number[]
}

/** The department of documents that the whole organization may read; no number, so none is called so. */
export const everyone = 'everyone'

/** The passages of one edition of a document. */
export function passageDocuments(document: IndexedDocument, edition: string): PassageDocument[] {
  const departments = document.departments.length === 0 ? [everyone] : document.departments.map(String)
  const shared = {
    organization: String(document.organizationId),
    document: document.documentId,
    departments,
    revision: document.revision,
    edition,
    version: document.versionId,
  }
  return document.passages.map((passage) => ({ ...shared, ...ownFields(passage, document.title) }))
}

function ownFields(passage: IndexedPassage, title: string) {
  const { body, pairs, heading, abbreviations } = passageTerms(passage, title)
  return {
    passage: passage.id,
    body: body.join(' '),
    pairs: pairs.join(' '),
    heading: heading.join(' '),
    shorts: abbreviations.map(({ short }) => short),
    longs: abbreviations.map(({ long }) => long),
    abbreviations: abbreviations.map(({ short, long }) => `${short} ${long}`),
    // Nine digits say a 32-bit number exactly, and half as long as all the digits of a 64-bit one.
    vector: Array.from(passage.vector, (value) => Number(value.toPrecision(9))),
  }
}
