import type { estypes } from '@elastic/elasticsearch'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { EngineClient } from './engine-client.ts'

/** The entries of an organization in an index that match all of `which`. */
export function entriesOf(
  index: string,
  organizationId: number,
  which: readonly estypes.QueryDslQueryContainer[] = [],
) {
  const organization = String(organizationId)
  const filter = [{ term: { organization } }, ...which]
  return { index, routing: organization, query: { bool: { filter } } }
}

/** Deletes entries, visibly to searches. Concurrent deletions are not a conflict. */
export async function deleteEntries(
  engine: EngineClient,
  entries: ReturnType<typeof entriesOf>,
): Promise<void> {
  const { failures = [], timed_out: isCut } = await engine.call('maintenance', (client) =>
    client.deleteByQuery({ ...entries, conflicts: 'proceed', refresh: true }),
  )
  if (isCut || failures.length > 0) {
    throw new EngineUnavailable('Elasticsearch could not delete all that had to go.', 5)
  }
}
