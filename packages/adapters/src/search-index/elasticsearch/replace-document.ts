import { randomUUID } from 'node:crypto'
import type { IndexedDocument } from '@portal/service-kit/ports/search-index'
import { bulkPassages } from './bulk-passages.ts'
import { deleteEntries, entriesOf } from './delete-entries.ts'
import type { EngineClient } from './engine-client.ts'
import type { Generation } from './index-templates.ts'
import { passageDocuments } from './passage-document.ts'
import { type DocumentRecord, nextChange, readRecords, writeRecord } from './records.ts'

/**
 * Replaces a document: writes passages under an edition that is not current yet, makes it current
 * by one record write, then deletes the others. Leftovers of a crash are not current, and the next
 * attempt removes them. `moved`: the document belonged to another generation.
 */
export async function replaceDocument(
  engine: EngineClient,
  generation: Generation,
  document: IndexedDocument,
): Promise<{ readonly moved: boolean }> {
  const { organizationId, documentId } = document
  const { isPurged, documents } = await readRecords(engine, organizationId, [documentId])
  if (isPurged) {
    await deleteDocument(engine, document)
    return { moved: false }
  }
  const known = documents.get(documentId)
  if (known && known.revision > document.revision) return { moved: false }
  const isSame = known?.revision === document.revision && known.generation === generation.key
  if (known && isSame && (await isWhole(engine, known))) {
    await deleteOtherEditions(engine, known)
    return { moved: false }
  }
  await addEdition(engine, generation, document)
  return { moved: known !== undefined && known.generation !== generation.key }
}

async function addEdition(
  engine: EngineClient,
  generation: Generation,
  document: IndexedDocument,
): Promise<void> {
  const { organizationId, documentId, revision } = document
  const edition = randomUUID()
  const organization = String(organizationId)
  const passages = passageDocuments(document, edition)
  const target = { index: engine.generation(generation), routing: organization }
  await bulkPassages(engine, target, passages)
  const record: DocumentRecord = {
    organization,
    document: documentId,
    revision,
    generation: generation.key,
    edition,
    // Drawn once the passages are visible: a search that starts after it sees all of them.
    change: await nextChange(engine, organizationId),
    passages: passages.length,
  }
  if (!(await writeRecord(engine, record))) return deleteEntries(engine, passagesOf(engine, record))
  // The organization may have been purged meanwhile: undo.
  const { isPurged } = await readRecords(engine, organizationId, [])
  if (isPurged) await deleteDocument(engine, document)
  else await deleteOtherEditions(engine, record)
}

/** Whether an edition's passages exist: the engine may have lost their index. */
async function isWhole(engine: EngineClient, record: DocumentRecord): Promise<boolean> {
  const { count } = await engine.call('write', (client) => client.count(passagesOf(engine, record)))
  return count === record.passages
}

function passagesOf(engine: EngineClient, { organization, edition }: DocumentRecord) {
  return entriesOf(engine.passages, Number(organization), [{ term: { edition } }])
}

function deleteDocument(engine: EngineClient, { organizationId, documentId }: IndexedDocument) {
  return deleteEntries(
    engine,
    entriesOf(engine.passages, organizationId, [{ term: { document: documentId } }]),
  )
}

/** Higher revisions belong to a concurrent write. */
function deleteOtherEditions(engine: EngineClient, record: DocumentRecord): Promise<void> {
  const { organization, document, revision, edition } = record
  const isOther = { bool: { must_not: [{ term: { edition } }] } }
  const which = [{ term: { document } }, { range: { revision: { lte: revision } } }, isOther]
  return deleteEntries(engine, entriesOf(engine.passages, Number(organization), which))
}
