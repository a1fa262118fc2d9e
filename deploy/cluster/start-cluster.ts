import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { leashed } from '@portal/adapters/processes/leashed'
import { waitForEnd } from '@portal/adapters/processes/running-process'
import { toolsOf } from '../engines/install/tools.ts'
import { removeCgroups } from './cgroup-trees.ts'
import { type ClusterOrder, clusterFiles, readyLine } from './cluster-order.ts'
import { importImage } from './images/import-image.ts'
import { writePauseImage } from './images/pause-image.ts'
import { clusterPrograms } from './install/cluster-programs.ts'
import { runTool } from './parts/run-tool.ts'

const endWithinMs = 60_000

/** A Kubernetes of one node, with an ingress. */
export interface Cluster {
  /** For volumes, as the node sees it. */
  readonly folder: string
  /** Output of a command as the cluster's administrator. */
  kubectl(...args: readonly string[]): Promise<string>
  helm(...args: readonly string[]): Promise<string>
  /** Applies objects. */
  apply(objects: readonly object[]): Promise<void>
  /** Output of a program of this machine that runs in the cluster's network. */
  run(program: string, args: readonly string[]): Promise<string>
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
  await writePauseImage(join(folder, 'pause'), programs.pause)
  const order: ClusterOrder = { folder, cgroup: basename(folder), programs }
  const running = await enterNamespaces(order, note)
  const files = clusterFiles(folder)
  const servers: Server[] = []
  const run = (program: string, args: readonly string[]) =>
    runTool('nsenter', [`--net=/proc/${running.pid}/ns/net`, '--', program, ...args])
  const asAdmin = ['--kubeconfig', files.kubeconfig]
  return {
    folder,
    kubectl: (...args) => run(join(programs.kubernetes, 'kubectl'), [...asAdmin, ...args]),
    helm: (...args) => run(join(programs.helm, 'helm'), [...args, ...asAdmin]),
    run,
    apply: async (objects) => {
      const list = join(folder, 'applied.json')
      await writeFile(list, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }))
      await run(join(programs.kubernetes, 'kubectl'), [...asAdmin, 'apply', '--filename', list])
    },
    importImage: (layout, name) => importImage(files.containerd, layout, name),
    openIngress: async (port) => {
      servers.push(await forward(port, files.ingress))
    },
    stop: async () => {
      for (const server of servers) server.close()
      await running.stop()
      await removeCgroups(order.cgroup)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Running {
  /** Of the namespaces' first process, as this machine counts. */
  readonly pid: number
  stop(): Promise<void>
}

/** Resolves once the cluster is ready. */
async function enterNamespaces(order: ClusterOrder, note: (line: string) => void): Promise<Running> {
  const inside = [
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    fileURLToPath(new URL('./main.ts', import.meta.url)),
    JSON.stringify(order),
  ]
  const own = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  const { program, args } = leashed('unshare', [...own, '--', ...inside])
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const ready = Promise.withResolvers<void>()
  const said: string[] = []
  createInterface(child.stdout).on('line', (line) => {
    said.push(line)
    note(line)
    if (line === readyLine) ready.resolve()
  })
  exited.then(() => ready.reject(new Error(`The cluster ended.\n${said.join('\n')}`)))
  await ready.promise
  const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  const pid = Number(children.trim())
  return {
    pid,
    stop: async () => {
      child.kill('SIGKILL')
      await exited
      // The kernel ends all others before it.
      await waitForEnd(pid, endWithinMs)
    },
  }
}

async function forward(port: number, socket: string): Promise<Server> {
  const server = createServer((outer) => {
    const inner = connect(socket)
    outer.pipe(inner).pipe(outer)
    outer.on('error', () => inner.destroy())
    inner.on('error', () => outer.destroy())
  })
  server.listen(port, 'localhost')
  await once(server, 'listening')
  return server
}
