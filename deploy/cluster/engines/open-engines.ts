import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { leashed } from '@portal/adapters/processes/leashed'
import { enginesNamed } from '../../engines/all-engines.ts'
import { toolsOf } from '../../engines/install/tools.ts'
import { installed } from '../install/installed.ts'
import type { Cluster } from '../start-cluster.ts'
import { type EnginesOrder, OpenedEngines, openedEngines } from './opened-engines.ts'

// KafkaJS sets overdue timers for every request (its issue 1751).
const quiet = ['ExperimentalWarning', 'TimeoutNegativeWarning'].map((kind) => `--disable-warning=${kind}`)

/** Starts engines beside a cluster's pods, with nothing of a portal. They end with the cluster. */
export async function openEngines(cluster: Cluster, order: EnginesOrder): Promise<OpenedEngines> {
  await installEngines(console.log)
  // Engines that drop root have folders in it; keys and sockets in it have modes of their own.
  await chmod(order.folder, 0o711)
  const inside = fileURLToPath(new URL('./main.ts', import.meta.url))
  const [entering = '', ...words] = cluster.entering([process.execPath, ...quiet, inside])
  const { program, args } = leashed(entering, words)
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  // Not in its arguments, which any local user can read.
  child.stdin.end(JSON.stringify(order))
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The engines ended with code ${code}.`)
  })
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  // Ends with the cluster, which is no failure then.
  ended.catch(() => undefined)
  return OpenedEngines.parse(JSON.parse(line))
}

/** Before the cluster's network is entered, from which nothing can be downloaded. */
async function installEngines(note: (line: string) => void): Promise<void> {
  const tools = toolsOf(process.env)
  for (const engine of enginesNamed(openedEngines)) {
    for (const need of engine.needs) await need(tools)
    await installed(engine, { tools, note })
  }
}
