import { deletePassages, deleteRecords, ofDocuments } from './delete-passages.ts'
import type { EngineClient } from './engine-client.ts'
import { writePurged } from './records.ts'

/** Removes an organization for good, marker first: a write that had begun then undoes itself. */
export async function purgeOrganization(engine: EngineClient, organizationId: number): Promise<void> {
  await writePurged(engine, organizationId)
  const { passages, records } = engine.names
  await engine.call('maintenance', (client, options) =>
    client.indices.refresh({ index: [passages, records] }, options),
  )
  await deletePassages(engine, organizationId, {})
  await deleteRecords(engine, organizationId)
  // Deleted passages leave the files with the next merge, which this triggers in the background.
  await engine.call('maintenance', (client, options) =>
    client.indices.forcemerge(
      { index: passages, only_expunge_deletes: true, wait_for_completion: false },
      options,
    ),
  )
}

/** Passages and document records of an organization, its purge marker excluded. */
export async function countEntries(engine: EngineClient, organizationId: number): Promise<number> {
  const { passages, records } = engine.names
  const routing = String(organizationId)
  return await engine.call('maintenance', async (client, options) => {
    await client.indices.refresh({ index: [passages, records] }, options)
    const own = { term: { organization: routing } }
    const found = await client.count({ index: passages, routing, query: own }, options)
    const known = await client.count({ index: records, routing, query: ofDocuments(organizationId) }, options)
    return found.count + known.count
  })
}
