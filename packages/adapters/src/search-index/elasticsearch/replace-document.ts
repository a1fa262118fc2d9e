import { randomUUID } from 'node:crypto'
import type { IndexedDocument } from '@portal/service-kit/ports/search-index'
import { bulkPassages } from './bulk-passages.ts'
import { deletePassages } from './delete-passages.ts'
import type { EngineClient } from './engine-client.ts'
import type { Generation } from './index-names.ts'
import { passageDocuments } from './passage-document.ts'
import { type DocumentRecord, nextChange, readRecords, writeRecord } from './records.ts'

/** Result of a replacement; `moved` if the document belonged to another generation. */
export interface Replacement {
  readonly moved: boolean
}

/**
 * Replaces a document: writes passages under an edition that is not current yet, makes it current
 * by one record write, then deletes the others. Leftovers of a crash are not current, and the next
 * attempt removes them.
 */
export async function replaceDocument(
  engine: EngineClient,
  generation: Generation,
  document: IndexedDocument,
): Promise<Replacement> {
  const { organizationId, documentId } = document
  const { isPurged, documents } = await readRecords(engine, organizationId, [documentId])
  if (isPurged) {
    await deletePassages(engine, organizationId, { document: documentId })
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
  await bulkPassages(
    engine,
    { index: engine.names.generation(generation.key), routing: organization },
    passages,
  )
  // Drawn once the passages are visible: a search that starts after it sees all of them.
  const change = await nextChange(engine, organizationId)
  const record: DocumentRecord = {
    organization,
    document: documentId,
    revision,
    generation: generation.key,
    edition,
    change,
    passages: passages.length,
  }
  const isNewest = await writeRecord(engine, record)
  if (!isNewest) {
    await deletePassages(engine, organizationId, { edition })
    return
  }
  // The organization may have been purged meanwhile: undo.
  const { isPurged } = await readRecords(engine, organizationId, [])
  if (isPurged) await deletePassages(engine, organizationId, { document: documentId })
  else await deleteOtherEditions(engine, record)
}

/** Whether an edition's passages exist: the engine may have lost their index. */
async function isWhole(
  engine: EngineClient,
  { organization, edition, passages }: DocumentRecord,
): Promise<boolean> {
  const query = { bool: { filter: [{ term: { organization } }, { term: { edition } }] } }
  const { count } = await engine.call('write', (client, options) =>
    client.count({ index: engine.names.passages, routing: organization, query }, options),
  )
  return count === passages
}

/** Higher revisions belong to a concurrent write. */
function deleteOtherEditions(engine: EngineClient, record: DocumentRecord): Promise<void> {
  const { document, revision, edition } = record
  return deletePassages(engine, Number(record.organization), {
    document,
    revisionMax: revision,
    except: edition,
  })
}
