import { readdir } from 'node:fs/promises'
import { findProcess, sendSignal } from '@portal/adapters/processes/running-process'
import { sleep } from '@portal/service-kit/sleep'

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

/** Stops a process for a while. */
export async function stopFor(pid: number, ms: number): Promise<void> {
  sendSignal(pid, 'SIGSTOP')
  await sleep(ms)
  sendSignal(pid, 'SIGCONT')
}

/** Leaves everything below `pid` a tenth of its time, in turns of a second, until `ended`. */
export async function leaveATenth(pid: number, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    const pids = (await processesBelow(pid)).map((child) => child.pid)
    for (const one of pids) sendSignal(one, 'SIGSTOP')
    await sleep(900, ended)
    for (const one of pids) sendSignal(one, 'SIGCONT')
    await sleep(100, ended)
  }
}
