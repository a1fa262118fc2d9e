import { readdir } from 'node:fs/promises'
import { findProcess } from '@portal/adapters/processes/running-process'

/** A process below another, with its command line. */
export interface ChildProcess {
  readonly pid: number
  readonly command: string
}

/** The processes that `pid` has started, and those that they have started. */
export async function processesBelow(pid: number): Promise<ChildProcess[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const all = await Promise.all(pids.map(async (one) => ({ pid: one, found: await findProcess(one) })))
  const below = [pid]
  const children: ChildProcess[] = []
  for (let parent = below.shift(); parent !== undefined; parent = below.shift())
    for (const { pid: child, found } of all)
      if (found?.parent === parent) {
        below.push(child)
        children.push({ pid: child, command: found.command })
      }
  return children
}
