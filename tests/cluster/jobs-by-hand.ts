import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { runTool } from '@portal/deploy/cluster/parts/run-tool'
import type { Cluster } from '@portal/deploy/cluster/start-cluster'
import type { PortalNamespace } from './portal-namespace.ts'

const chart = join(workspaceRoot, 'charts', 'portal')
const logout = 'http://portal-gateway.portal.svc:8081/api/backchannel-logout'

/** Makes what engines lack, as operators do whose chart does not. */
export async function provisionByHand(
  cluster: Cluster,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const all = Object.entries({ ...variables, BACKCHANNEL_LOGOUT_URL: logout })
  const environment = all.map(([name, value]) => `${name}=${value}`)
  const program = join(workspaceRoot, 'deploy', 'provision', 'main.ts')
  const [entering = '', ...words] = cluster.entering(['env', ...environment, process.execPath, program])
  await runTool(entering, words)
}

/** Runs what an install with a restore runs before anything else: `settings` are its values. */
export async function restoreAlone(
  { helm, kubectl }: PortalNamespace,
  cluster: Cluster,
  settings: readonly string[],
): Promise<void> {
  for (const job of ['provision', 'restore']) {
    const only = ['--show-only', `templates/${job}.yaml`, '--set', 'restore.enabled=true']
    const file = join(cluster.folder, `${job}.yaml`)
    await writeFile(file, await helm('template', 'portal', chart, ...settings, ...only))
    await kubectl('apply', '--filename', file)
    await kubectl('wait', '--for=condition=Complete', '--timeout=300s', `job/portal-${job}`)
    await kubectl('delete', 'job', `portal-${job}`)
  }
}
