import { sendSignal } from '@portal/adapters/processes/running-process'
import { workspaceRoot } from '@portal/build/build-plan'
import { sleep } from '@portal/service-kit/sleep'
import type { PortalStart } from '@portal/testkit/portal-process'
import { type ChildProcess, processesBelow } from '@portal/testkit/processes-below'

/** What slows a start down, as it prints its lines. */
export type Slowness = NonNullable<PortalStart['onLine']>

/** Stops a process for a while. */
export async function stopFor(pid: number, ms: number): Promise<void> {
  sendSignal(pid, 'SIGSTOP')
  await sleep(ms)
  sendSignal(pid, 'SIGCONT')
}

/** How often the process to stop is one of ours, of which a start mainly consists. */
const shareOfOurs = 0.8

/** Stops one process after another for so long, at each step that comes while none is stopped. */
export function stopAtEveryStep(stoppedMs: number, note: (line: string) => void): Slowness {
  let isStopped = false
  const stopOne = async (line: string, pid: number) => {
    const all = await processesBelow(pid)
    const ours = all.filter(({ command }) => command.includes(workspaceRoot) || command.includes('/main.ts'))
    const some = ours.length > 0 && Math.random() < shareOfOurs ? ours : all
    const chosen = some[Math.floor(Math.random() * some.length)]
    if (!chosen) return
    note(`after "${line.trim()}" stopped ${nameOf(chosen)}`)
    await stopFor(chosen.pid, stoppedMs)
  }
  return (line, pid) => {
    if (isStopped || line.trim() === '') return
    isStopped = true
    void stopOne(line, pid).finally(() => {
      isStopped = false
    })
  }
}

/** Leaves everything that a start runs a tenth of its time, until it is ready. */
export function leaveATenth(): Slowness {
  const ended = new AbortController()
  let isSlow = false
  return (line, pid) => {
    if (line.includes('The portal is ready')) ended.abort()
    else if (!isSlow) void inTurns(pid, ended.signal)
    isSlow = true
  }
}

/** In turns of a second. */
async function inTurns(pid: number, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    const pids = (await processesBelow(pid)).map((child) => child.pid)
    for (const one of pids) sendSignal(one, 'SIGSTOP')
    await sleep(900, ended)
    for (const one of pids) sendSignal(one, 'SIGCONT')
    await sleep(100, ended)
  }
}

function nameOf({ command }: ChildProcess): string {
  const program = command.split(' ').findLast((word) => word.endsWith('.ts'))
  return (program ?? command).replace(`${workspaceRoot}/`, '').slice(0, 60)
}
