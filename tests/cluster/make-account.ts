import { fileURLToPath } from 'node:url'
import { runTool } from '@portal/deploy/cluster/parts/run-tool'
import type { Cluster } from '@portal/deploy/cluster/start-cluster'
import type { NewAccount } from '@portal/service-kit/ports/identity-admin'

const program = fileURLToPath(new URL('./make-account.fixture.ts', import.meta.url))

/** Makes an account at a provider that only the cluster reaches. */
export async function makeAccount(cluster: Cluster, url: string, account: NewAccount): Promise<void> {
  const command = [process.execPath, program, url, JSON.stringify(account)]
  const [entering = '', ...words] = cluster.entering(command)
  await runTool(entering, words)
}
