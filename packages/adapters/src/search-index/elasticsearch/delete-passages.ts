import type { estypes } from '@elastic/elasticsearch'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { EngineClient } from './engine-client.ts'

/** Which passages of an organization to delete: all but those of the edition `except`. */
export interface DoomedPassages {
  readonly document?: string
  readonly edition?: string
  readonly revisionMax?: number
  readonly except?: string
}

/** Deletes passages in every generation, visibly to searches. */
export async function deletePassages(
  engine: EngineClient,
  organizationId: number,
  doomed: DoomedPassages,
): Promise<void> {
  const { document, edition, revisionMax, except } = doomed
  const filter: estypes.QueryDslQueryContainer[] = [{ term: { organization: String(organizationId) } }]
  if (document !== undefined) filter.push({ term: { document } })
  if (edition !== undefined) filter.push({ term: { edition } })
  if (revisionMax !== undefined) filter.push({ range: { revision: { lte: revisionMax } } })
  const kept = except === undefined ? [] : [{ term: { edition: except } }]
  await deleteByQuery(engine, {
    index: engine.names.passages,
    routing: String(organizationId),
    query: { bool: { filter, must_not: kept } },
  })
}

/** Deletes the document records of an organization; its purge marker stays. */
export async function deleteRecords(engine: EngineClient, organizationId: number): Promise<void> {
  const query = ofDocuments(organizationId)
  await deleteByQuery(engine, { index: engine.names.records, routing: String(organizationId), query })
}

/** The records of an organization without its purge marker. */
export function ofDocuments(organizationId: number) {
  return {
    bool: {
      filter: [{ term: { organization: String(organizationId) } }],
      must_not: [{ term: { isPurged: true } }],
    },
  }
}

/** Concurrent deletions are not a conflict. */
async function deleteByQuery(engine: EngineClient, request: estypes.DeleteByQueryRequest): Promise<void> {
  const { failures = [], timed_out: isCut } = await engine.call('maintenance', (client, options) =>
    client.deleteByQuery({ ...request, conflicts: 'proceed', refresh: true }, options),
  )
  if (isCut || failures.length > 0) {
    throw new EngineUnavailable('Elasticsearch could not delete all that had to go.', 5)
  }
}
