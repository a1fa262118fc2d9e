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
  const ids = ['/purged', '/changes', ...documentIds.map((id) => `:${id}`)]
  const asked = ids.map((id) => ({ _index: engine.records, _id: `${organizationId}${id}`, routing }))
  const { docs } = await engine.call('search', (client) =>
    client.mget<StoredRecord>({ docs: asked, realtime: true }),
  )
  const [purged, changed, ...documents] = docs.map((doc) => {
    if ('error' in doc) throw statusError(statedError(500, doc.error))
    return doc
  })
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
  const document = { organization: String(organizationId) }
  const { _version: change } = await engine.call('write', (client) =>
    client.index(recordRequest(engine, '/changes', document)),
  )
  return change
}

/** Makes an edition current; false if the engine knows a higher revision, even of a removal. */
export async function writeRecord(engine: EngineClient, record: DocumentRecord): Promise<boolean> {
  const request = {
    ...recordRequest(engine, `:${record.document}`, record),
    version: record.revision,
    version_type: 'external_gte',
  } as const
  const { statusCode } = await engine.call('write', (client) =>
    client.index(request, { ignore: [409], meta: true }),
  )
  return statusCode !== 409
}

/** Marks an organization as purged for good. */
export async function writePurged(engine: EngineClient, organizationId: number): Promise<void> {
  const document = { organization: String(organizationId), isPurged: true } as const
  await engine.call('write', (client) => client.index(recordRequest(engine, '/purged', document)))
}

function recordRequest(engine: EngineClient, id: string, document: StoredRecord) {
  const { organization } = document
  const own = { id: `${organization}${id}`, routing: organization, require_alias: true }
  return { index: engine.records, ...own, document }
}
