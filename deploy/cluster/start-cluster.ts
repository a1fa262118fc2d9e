import { mkdtemp, writeFile } from 'node:fs/promises'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { toolsOf } from '../engines/install/tools.ts'
import { type ClusterOrder, clusterFiles } from './cluster-order.ts'
import { enterNamespaces, startCleanUp } from './enter-namespaces.ts'
import { forward } from './forward.ts'
import { importImage } from './images/import-image.ts'
import { writePauseImage } from './images/pause-image.ts'
import { clusterPrograms } from './install/cluster-programs.ts'
import { runTool } from './parts/run-tool.ts'

/** A Kubernetes of one node, with an ingress. */
export interface Cluster {
  /** Of files that go with the cluster, where the node sees them, too. */
  readonly folder: string
  /** Output of a command as the cluster's administrator. */
  kubectl(...args: readonly string[]): Promise<string>
  helm(...args: readonly string[]): Promise<string>
  /** Applies objects. */
  apply(objects: readonly object[]): Promise<void>
  /** The command that runs a command as a process of the cluster, on its node. */
  entering(command: readonly string[]): readonly string[]
  /** Puts an OCI layout into the node's image store, under its name. */
  importImage(layout: string, name: string): Promise<void>
  /** Lets a port of this machine's loopback lead to the ingress. */
  openIngress(port: number): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts Kubernetes, containerd and an ingress in namespaces of their own: what they run cannot
 * reach anything else, and all of it ends with this process. Needs root.
 */
export async function startCluster(note: (line: string) => void): Promise<Cluster> {
  const programs = await clusterPrograms({ tools: toolsOf(process.env), note })
  const folder = await mkdtemp(join(tmpdir(), 'portal-cluster-'))
  const order: ClusterOrder = { folder, cgroup: basename(folder), programs }
  const cleanUp = startCleanUp(order)
  await writePauseImage(join(folder, 'pause'), programs.pause)
  const running = await enterNamespaces(order, note).catch(async (error: unknown) => {
    await cleanUp()
    throw error
  })
  const files = clusterFiles(folder)
  const servers: Server[] = []
  const entering = (command: readonly string[]) => [
    ...['nsenter', '--target', String(running.pid), '--net', '--mount', '--pid', '--', ...command],
  ]
  const asAdmin = (program: string, args: readonly string[]) => {
    const [first = '', ...words] = entering([program, '--kubeconfig', files.kubeconfig, ...args])
    return runTool(first, words)
  }
  const kubectl = join(programs.kubernetes, 'kubectl')
  return {
    folder,
    kubectl: (...args) => asAdmin(kubectl, args),
    helm: (...args) => asAdmin(join(programs.helm, 'helm'), args),
    entering,
    apply: async (objects) => {
      const list = join(folder, 'applied.json')
      // It may hold Secrets.
      await writeFile(list, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }), {
        mode: 0o600,
      })
      await asAdmin(kubectl, ['apply', '--filename', list])
    },
    importImage: (layout, name) => importImage(files.containerd, layout, name),
    openIngress: async (port) => {
      servers.push(await forward({ port, host: 'localhost' }, { path: files.ingress }))
    },
    stop: async () => {
      for (const server of servers) server.close()
      await running.stop()
      await cleanUp()
    },
  }
}
