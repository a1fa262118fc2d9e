import { createHash } from 'node:crypto'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { masterAdminApi } from '@portal/contracts/master-admin'
import { routeUrl } from '@portal/contracts/route'
import { searchEvents } from '@portal/contracts/search'
import { teamApi } from '@portal/contracts/team'
import { untilDone } from '@portal/deploy/cluster/parts/run-tool'
import type { PortalNamespace } from './portal-namespace.ts'

/** Makes a backup at once, in the way in which they are made by the hour. */
export async function backUp({ kubectl }: PortalNamespace): Promise<string> {
  const job = 'job/portal-backup-now'
  await kubectl('create', 'job', 'portal-backup-now', '--from=cronjob/portal-backup')
  try {
    await kubectl('wait', '--for=condition=Complete', '--timeout=300s', job)
    return await kubectl('logs', job)
  } catch (error) {
    throw new Error(
      `${error}\n${await kubectl('logs', '--prefix', '--selector', 'job-name=portal-backup-now')}`,
    )
  } finally {
    await kubectl('delete', job)
  }
}

/** Stops every part, and waits until no process of them is left. */
export async function stopParts({ kubectl }: PortalNamespace): Promise<void> {
  await kubectl('scale', 'deployment', '--all', '--replicas=0')
  const ours = ['--selector', 'app.kubernetes.io/part-of=portal', '--field-selector', 'status.phase=Running']
  await untilDone(async () => {
    const left = await kubectl('get', 'pods', ...ours, '--output', 'name')
    if (left.trim() !== '') throw new Error(`They still run: ${left}`)
  })
}

/**
 * What an organization has, as far as lists show it: documents, members and its trail, without what
 * it says of the search index, which is filled anew after a restore.
 */
export async function listsOf(client: Client) {
  const documents = await client.call(documentsApi.listDocuments, { query: {} })
  const members = await client.call(teamApi.listMembers, { query: {} })
  const trail = await client.call(masterAdminApi.listAudit, { query: {} })
  return {
    documents: documents.map(({ ingestion: _, ...document }) => document),
    members,
    trail: trail.filter(({ action }) => action !== searchEvents.documentIndexed.type),
  }
}

/** Digests of its documents' files, by document. */
export async function filesOf(client: Client): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const { id, currentVersion } of await client.call(documentsApi.listDocuments, { query: {} })) {
    if (!currentVersion) continue
    const params = { id, versionId: currentVersion.id }
    const file = await client.request('GET', routeUrl(documentsApi.readVersionFile, params, {}))
    files[id] = createHash('sha256')
      .update(await file.bytes())
      .digest('hex')
  }
  return files
}
