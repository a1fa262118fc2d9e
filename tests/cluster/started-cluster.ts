import { join } from 'node:path'
import { findFreePorts } from '@portal/adapters/embedded-postgres/free-port'
import { workspaceRoot } from '@portal/build/build-plan'
import { runTool } from '@portal/deploy/cluster/parts/run-tool'
import { type Cluster, startCluster } from '@portal/deploy/cluster/start-cluster'
import { imageNames } from '@portal/deploy/images/build-images'

/** Of images and chart. */
export const version = '0.1.0'

/** A cluster with the portal's images, whose ingress is at `address`. */
export interface StartedCluster {
  readonly cluster: Cluster
  readonly address: string
}

/** Starts one. Note that nothing in it can leave the machine: images are imported. */
export async function startWithImages(): Promise<StartedCluster> {
  const cluster = await startCluster(console.log)
  try {
    const folder = join(cluster.folder, 'images')
    await buildImages('--folder', folder)
    for (const name of imageNames) await cluster.importImage(join(folder, name), `portal/${name}:${version}`)
    const [port = 0] = await findFreePorts(1)
    await cluster.openIngress(port)
    return { cluster, address: `http://localhost:${port}` }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** `npm run images`, in a process of its own: builds read TypeScript that tests transform. */
export function buildImages(...options: readonly string[]): Promise<string> {
  return runTool(process.execPath, [join(workspaceRoot, 'deploy/images/main.ts'), ...options])
}
