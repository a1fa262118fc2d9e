import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { leashed } from '@portal/adapters/processes/leashed'
import type { Cluster } from '../start-cluster.ts'
import { type EnginesOrder, OpenedEngines } from './opened-engines.ts'

/** Starts engines beside a cluster's pods, provisioned for a portal. They end with the cluster. */
export async function openEngines(cluster: Cluster, order: EnginesOrder): Promise<OpenedEngines> {
  const inside = fileURLToPath(new URL('./main.ts', import.meta.url))
  const [entering = '', ...words] = cluster.entering([process.execPath, inside])
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
