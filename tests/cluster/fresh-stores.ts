import { fileURLToPath } from 'node:url'
import { OpenedEngines } from '@portal/deploy/cluster/engines/opened-engines'
import { runTool } from '@portal/deploy/cluster/parts/run-tool'
import type { Cluster } from '@portal/deploy/cluster/start-cluster'

const program = fileURLToPath(new URL('./fresh-stores.fixture.ts', import.meta.url))

/** Other databases, another bucket and index, all empty; of the events nothing is left. */
export async function freshStores(cluster: Cluster, lost: OpenedEngines): Promise<OpenedEngines> {
  const [entering = '', ...words] = cluster.entering([process.execPath, program, JSON.stringify(lost)])
  return OpenedEngines.parse(JSON.parse(await runTool(entering, words)))
}
