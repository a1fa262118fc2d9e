import { errors } from '@elastic/elasticsearch'
import type { EngineClient } from './engine-client.ts'
import { statedError, statusError } from './engine-failure.ts'

/** The current state of a document: passages of `edition`, none if removed. */
export interface DocumentRecord {
  readonly organization: string
  readonly document: string
  readonly revision: number
  readonly generation: string
  readonly edition: string
  /** The change that made the edition current, see {@link nextChange}. */
  readonly change: number
  readonly passages: number
}

/** Current records of documents, the organization's last change and whether it was purged. */
export interface Records {
  readonly isPurged: boolean
  readonly changes: number
  readonly documents: ReadonlyMap<string, DocumentRecord>
}

type StoredRecord = DocumentRecord | { readonly organization: string; readonly isPurged?: true }

/** Reads by id, which sees acknowledged writes without a refresh. */
export async function readRecords(
  engine: EngineClient,
  organizationId: number,
  documentIds: readonly string[],
): Promise<Records> {
  const routing = String(organizationId)
  const own = [purgedId(organizationId), changesId(organizationId)]
  const ids = [...own, ...documentIds.map((id) => recordId(organizationId, id))]
  const { docs } = await engine.call('search', (client, options) =>
    client.mget<StoredRecord>(
      { docs: ids.map((_id) => ({ _index: engine.names.records, _id, routing })), realtime: true },
      options,
    ),
  )
  for (const doc of docs) {
    if ('error' in doc) throw statusError(statedError(500, doc.error))
  }
  const [purged, changed, ...documents] = docs.flatMap((doc) => ('error' in doc ? [] : [doc]))
  return {
    isPurged: purged?.found === true,
    changes: changed?._version ?? 0,
    documents: new Map(
      documents.flatMap(({ _source: record }) =>
        record && 'document' in record ? [[record.document, record]] : [],
      ),
    ),
  }
}

/** The next change number of an organization: the version of one record. */
export async function nextChange(engine: EngineClient, organizationId: number): Promise<number> {
  const organization = String(organizationId)
  const { _version: change } = await engine.call('write', (client, options) =>
    client.index<StoredRecord>(
      {
        index: engine.names.records,
        id: changesId(organizationId),
        routing: organization,
        require_alias: true,
        document: { organization },
      },
      options,
    ),
  )
  return change
}

/** Makes an edition current; false if the engine knows a higher revision, even of a removal. */
export async function writeRecord(engine: EngineClient, record: DocumentRecord): Promise<boolean> {
  return await engine.call('write', async (client, options) => {
    try {
      await client.index(
        {
          index: engine.names.records,
          id: recordId(Number(record.organization), record.document),
          routing: record.organization,
          version: record.revision,
          version_type: 'external_gte',
          require_alias: true,
          document: record,
        },
        options,
      )
      return true
    } catch (error) {
      if (error instanceof errors.ResponseError && error.statusCode === 409) return false
      throw error
    }
  })
}

/** Marks an organization as purged for good. */
export async function writePurged(engine: EngineClient, organizationId: number): Promise<void> {
  const organization = String(organizationId)
  const document: StoredRecord = { organization, isPurged: true }
  await engine.call('write', (client, options) =>
    client.index(
      {
        index: engine.names.records,
        id: purgedId(organizationId),
        routing: organization,
        require_alias: true,
        document,
      },
      options,
    ),
  )
}

function recordId(organizationId: number, documentId: string): string {
  return `${organizationId}:${documentId}`
}

function purgedId(organizationId: number): string {
  return `${organizationId}/purged`
}

function changesId(organizationId: number): string {
  return `${organizationId}/changes`
}
