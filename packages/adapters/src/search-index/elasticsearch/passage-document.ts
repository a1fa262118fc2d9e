import type { estypes } from '@elastic/elasticsearch'
import { passageTerms } from '@portal/ranking/analysis/passage-terms'
import type { IndexedDocument, IndexedPassage, SearchQuery } from '@portal/service-kit/ports/search-index'

/** A stored passage: fields of space-separated terms, and what a hit carries. */
export type PassageDocument = ReturnType<typeof passageDocuments>[number]

/** Pseudo-department of documents open to everyone; not a number, so it cannot collide. */
const everyone = 'everyone'

/** The passages of one edition of a document. */
export function passageDocuments(document: IndexedDocument, edition: string) {
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
    // Abbreviations introduced by the passage: by short form, by long form, and both in one.
    shorts: abbreviations.map(({ short }) => short),
    longs: abbreviations.map(({ long }) => long),
    abbreviations: abbreviations.map(({ short, long }) => `${short} ${long}`),
    // Nine digits represent a 32-bit float exactly at half the length of a 64-bit one.
    vector: Array.from(passage.vector, (value) => Number(value.toPrecision(9))),
  }
}

/** Filter of every query: the organization's documents that the asker may read. */
export function readableFilter({
  organizationId,
  departments,
}: SearchQuery): estypes.QueryDslQueryContainer[] {
  const own = { term: { organization: String(organizationId) } }
  if (departments === null) return [own]
  return [own, { terms: { departments: [everyone, ...departments.map(String)] } }]
}
