import type { IndexedDocument, IndexedPassage } from '@portal/service-kit/ports/search-index'
import { passageTerms } from '../analysis/passage-terms.ts'
import type { OrganizationFile } from './organization-file.ts'

/** Field lengths of a passage, for the averages that BM25 needs. */
interface Lengths {
  readonly body: number
  readonly pairs: number
  readonly heading: number
}

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
  const row = file
    .statement(
      `INSERT INTO documents (document_id, version_id, revision, encoder, departments, passages) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (document_id) DO UPDATE SET version_id = excluded.version_id, revision = excluded.revision,
         encoder = excluded.encoder, departments = excluded.departments, passages = excluded.passages
       RETURNING number`,
    )
    .get(
      document.documentId,
      document.versionId,
      document.revision,
      encoder,
      JSON.stringify(document.departments),
      document.passages.length,
    )
  return Number(row?.number)
}

function addPassage(
  file: OrganizationFile,
  document: number,
  passage: IndexedPassage & { readonly title: string },
): void {
  const { body, marks, pairs, heading, abbreviations } = passageTerms(passage, passage.title)
  const { buffer, byteOffset, byteLength } = passage.vector
  const { lastInsertRowid: number } = file
    .statement(
      'INSERT INTO passages (document, passage_id, body, marks, heading, vector) VALUES (?, ?, ?, ?, ?, ?)',
    )
    .run(
      document,
      passage.id,
      body.join(' '),
      marks.join(' '),
      heading.join(' '),
      new Uint8Array(buffer, byteOffset, byteLength),
    )
  file
    .statement('INSERT INTO terms (rowid, body, pairs, heading) VALUES (?, ?, ?, ?)')
    .run(number, body.join(' '), pairs.join(' '), heading.join(' '))
  for (const { short, long } of abbreviations) {
    file.statement('INSERT INTO abbreviations VALUES (?, ?, ?)').run(number, short, long)
  }
  addToTotals(file, 1, { body: body.length, pairs: pairs.length, heading: heading.length })
}

function removePassages(file: OrganizationFile, document: number): void {
  const rows = file
    .statement('SELECT number, body, marks, heading FROM passages WHERE document = ?')
    .all(document)
  for (const row of rows) {
    const number = Number(row.number)
    const body = countWords(row.body)
    addToTotals(file, -1, {
      body,
      pairs: Math.max(0, body - 1) + countWords(row.marks),
      heading: countWords(row.heading),
    })
    file.statement('DELETE FROM terms WHERE rowid = ?').run(number)
    file.statement('DELETE FROM abbreviations WHERE passage = ?').run(number)
  }
  file.statement('DELETE FROM passages WHERE document = ?').run(document)
}

function addToTotals(file: OrganizationFile, sign: 1 | -1, lengths: Lengths): void {
  file
    .statement(
      'UPDATE totals SET passages = passages + ?, body = body + ?, pairs = pairs + ?, heading = heading + ?',
    )
    .run(sign, sign * lengths.body, sign * lengths.pairs, sign * lengths.heading)
}

function countWords(text: unknown): number {
  return typeof text === 'string' && text !== '' ? text.split(' ').length : 0
}
