import { passageTerms } from '@portal/ranking/analysis/passage-terms'
import { type LexicalField, perField } from '@portal/ranking/lexical-recipe'
import type { IndexedDocument, IndexedPassage } from '@portal/service-kit/ports/search-index'
import { type OrganizationFile, words } from './organization-file.ts'

/** Replaces a document in one transaction unless the file has a later revision. */
export function writeDocument(file: OrganizationFile, document: IndexedDocument, encoder: string): void {
  file.transaction('write', () => {
    const known = file
      .statement('SELECT number, revision, encoder FROM documents WHERE document_id = ?')
      .get(document.documentId)
    if (known && Number(known.revision) > document.revision) return
    if (known && Number(known.revision) === document.revision && known.encoder === encoder) return
    if (known) removePassages(file, Number(known.number))
    const number = writeRow(file, document, encoder)
    for (const passage of document.passages) addPassage(file, number, { ...passage, title: document.title })
  })
}

function writeRow(file: OrganizationFile, document: IndexedDocument, encoder: string): number {
  const { documentId, versionId, revision, departments, passages } = document
  const row = file
    .statement(
      `INSERT INTO documents (document_id, version_id, revision, encoder, departments, passages) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (document_id) DO UPDATE SET version_id = excluded.version_id, revision = excluded.revision,
         encoder = excluded.encoder, departments = excluded.departments, passages = excluded.passages
       RETURNING number`,
    )
    .get(documentId, versionId, revision, encoder, JSON.stringify(departments), passages.length)
  return Number(row?.number)
}

function addPassage(
  file: OrganizationFile,
  document: number,
  passage: IndexedPassage & { readonly title: string },
): void {
  const { marks, abbreviations, ...fields } = passageTerms(passage, passage.title)
  const { buffer, byteOffset, byteLength } = passage.vector
  const { body, pairs, heading } = perField((field) => fields[field].join(' '))
  const vector = new Uint8Array(buffer, byteOffset, byteLength)
  const { lastInsertRowid: number } = file
    .statement(
      'INSERT INTO passages (document, passage_id, body, marks, heading, vector) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(document, passage.id, body, marks.join(' '), heading, vector)
  file
    .statement('INSERT INTO terms (rowid, body, pairs, heading) VALUES (?, ?, ?, ?)')
    .run(number, body, pairs, heading)
  for (const { short, long } of abbreviations) {
    file.statement('INSERT INTO abbreviations VALUES (?, ?, ?)').run(number, short, long)
  }
  const lengths = perField((field) => fields[field].length)
  addToTotals(file, 1, lengths)
}

function removePassages(file: OrganizationFile, document: number): void {
  const rows = file
    .statement('SELECT number, body, marks, heading FROM passages WHERE document = ?')
    .all(document)
  for (const row of rows) {
    const number = Number(row.number)
    const body = words(row.body).length
    const pairs = Math.max(0, body - 1) + words(row.marks).length
    addToTotals(file, -1, { body, pairs, heading: words(row.heading).length })
    file.statement('DELETE FROM terms WHERE rowid = ?').run(number)
    file.statement('DELETE FROM abbreviations WHERE passage = ?').run(number)
  }
  file.statement('DELETE FROM passages WHERE document = ?').run(document)
}

/** Field lengths in total, for the averages that BM25 needs. */
function addToTotals(file: OrganizationFile, sign: 1 | -1, lengths: Record<LexicalField, number>): void {
  file
    .statement(
      'UPDATE totals SET passages = passages + ?, body = body + ?, pairs = pairs + ?, heading = heading + ?',
    )
    .run(sign, sign * lengths.body, sign * lengths.pairs, sign * lengths.heading)
}
