import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { leashed } from '@portal/adapters/processes/leashed'
import { waitForEnd } from '@portal/adapters/processes/running-process'
import { type ClusterOrder, readyLine } from './cluster-order.ts'

const endWithinMs = 60_000
const quiet = '--disable-warning=ExperimentalWarning'
const first = fileURLToPath(new URL('./main.ts', import.meta.url))
const cleaner = fileURLToPath(new URL('./clean-up.ts', import.meta.url))

interface Running {
  /** Of the namespaces' first process, as this machine counts. */
  readonly pid: number
  stop(): Promise<void>
}

/** Runs main.ts in namespaces that end with this process. Resolves once the cluster is ready. */
export async function enterNamespaces(order: ClusterOrder, note: (line: string) => void): Promise<Running> {
  const inside = [process.execPath, quiet, first, JSON.stringify(order)]
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

/** Removes files and cgroups when it is called, and without that when this process is killed. */
export function startCleanUp({ folder, cgroup }: ClusterOrder): () => Promise<void> {
  const args = [quiet, cleaner, folder, cgroup]
  // Detached: Ctrl-C is not meant for it.
  const child = spawn(process.execPath, args, { detached: true, stdio: ['pipe', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  child.unref()
  return async () => {
    child.stdin.end()
    const [code] = await exited
    if (code !== 0) throw new Error(`Of the cluster something is left: ${folder}, or cgroups ${cgroup}.`)
  }
}
