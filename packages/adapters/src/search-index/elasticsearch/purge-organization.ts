import { deletePassages, deleteRecords, ofDocuments } from './delete-passages.ts'
import type { EngineDoor } from './engine-door.ts'
import { writePurged } from './records.ts'

/** Removes an organization for good, marker first: a write that had begun then undoes itself. */
export async function purgeOrganization(door: EngineDoor, organizationId: number): Promise<void> {
  await writePurged(door, organizationId)
  const { passages, records } = door.names
  await door.call('maintenance', (client, options) =>
    client.indices.refresh({ index: [passages, records] }, options),
  )
  await deletePassages(door, organizationId, {})
  await deleteRecords(door, organizationId)
  // Deleted passages leave the files with the next merge, which this triggers in the background.
  await door.call('maintenance', (client, options) =>
    client.indices.forcemerge(
      { index: passages, only_expunge_deletes: true, wait_for_completion: false },
      options,
    ),
  )
}

/** Passages and document records of an organization, its purge marker excluded. */
export async function countEntries(door: EngineDoor, organizationId: number): Promise<number> {
  const { passages, records } = door.names
  const routing = String(organizationId)
  return await door.call('maintenance', async (client, options) => {
    await client.indices.refresh({ index: [passages, records] }, options)
    const own = { term: { organization: routing } }
    const found = await client.count({ index: passages, routing, query: own }, options)
    const known = await client.count({ index: records, routing, query: ofDocuments(organizationId) }, options)
    return found.count + known.count
  })
}
