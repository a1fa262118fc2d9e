import { deleteEntries, entriesOf } from './delete-entries.ts'
import type { EngineClient } from './engine-client.ts'
import { writePurged } from './records.ts'

/** Removes an organization for good, marker first: a write that had begun then undoes itself. */
export async function purgeOrganization(engine: EngineClient, organizationId: number): Promise<void> {
  await writePurged(engine, organizationId)
  for (const entries of await visibleEntries(engine, organizationId)) await deleteEntries(engine, entries)
  // Deleted passages leave the files with the next merge, which this triggers in the background.
  const merge = { only_expunge_deletes: true, wait_for_completion: false }
  await engine.call('maintenance', (client) =>
    client.indices.forcemerge({ index: engine.passages, ...merge }),
  )
}

/** Passages and document records of an organization, its purge marker excluded. */
export async function countEntries(engine: EngineClient, organizationId: number): Promise<number> {
  let sum = 0
  for (const entries of await visibleEntries(engine, organizationId))
    sum += (await engine.call('maintenance', (client) => client.count(entries))).count
  return sum
}

async function visibleEntries(engine: EngineClient, organizationId: number) {
  const { passages, records } = engine
  await engine.call('maintenance', (client) => client.indices.refresh({ index: [passages, records] }))
  const isDocument = { bool: { must_not: [{ term: { isPurged: true } }] } }
  return [entriesOf(passages, organizationId), entriesOf(records, organizationId, [isDocument])]
}
