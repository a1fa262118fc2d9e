import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { network } from '@portal/deploy/cluster/cluster-order'
import type { Cluster } from '@portal/deploy/cluster/start-cluster'
import { toolsOf } from '@portal/deploy/engines/install/tools'
import { fileEntry } from '@portal/deploy/images/content/image-files'
import { writeLayout } from '@portal/deploy/images/oci/layout'
import { readLoadEnvironment } from '@portal/deploy/load/config'
import { k6Image, loadJob } from '@portal/deploy/load/load-job'
import type { ForeignPortal } from '@portal/deploy/load/load-options'
import { profiles } from '@portal/deploy/load/profiles'
import { installedK6 } from '@portal/deploy/load/run-k6'
import type { ProductionPortal } from './production-portal.ts'

/** Runs the smoke test as a Job beside the portal. Resolves to what it said, or throws that. */
export async function loadFromWithin(
  { cluster, namespace }: ProductionPortal,
  { address, username, password }: ForeignPortal,
): Promise<string> {
  await importK6(cluster)
  const hosts = { [new URL(address).host]: `${network.nodeAddress}:${network.ingressPort}` }
  const items = await loadJob({ profile: profiles.smoke, address, hosts })
  const file = join(cluster.folder, 'load.json')
  await writeFile(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
  const login = { LOAD_OPERATOR: username, LOAD_OPERATOR_PASSWORD: password }
  const literals = Object.entries(login).map(([name, value]) => `--from-literal=${name}=${value}`)
  await namespace.kubectl('create', 'secret', 'generic', 'portal-load', ...literals)
  await namespace.kubectl('apply', '--filename', file)
  const logs = () => namespace.kubectl('logs', 'job/portal-load', '--tail', '100')
  const ended = (condition: string) =>
    namespace.kubectl('wait', `--for=condition=${condition}`, '--timeout=300s', 'job/portal-load')
  const failed = ended('Failed').then(async () => {
    throw new Error(await logs())
  })
  // Its own end, once the Job is deleted, is nobody's failure.
  failed.catch(() => undefined)
  try {
    await Promise.race([ended('Complete'), failed])
    return await logs()
  } finally {
    await namespace.kubectl('delete', 'job/portal-load', 'configmap/portal-load', 'secret/portal-load')
  }
}

/** What a registry would give: nothing in the cluster reaches one. */
async function importK6(cluster: Cluster): Promise<void> {
  const program = await installedK6(toolsOf(readLoadEnvironment()), console.log)
  const layout = join(cluster.folder, 'k6')
  await writeLayout(layout, {
    name: k6Image,
    layers: [{ title: 'k6', entries: [await fileEntry('usr/bin/k6', program)] }],
    command: ['/usr/bin/k6'],
    ...{ environment: [], workingFolder: '/', user: '12345:12345', labels: {} },
  })
  await cluster.importImage(layout, k6Image)
}
