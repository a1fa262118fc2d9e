import { sleep } from '@portal/service-kit/sleep'

const forceWithinMs = 5000

/** Signals a process group; one that has ended is not an error. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** True once the group has no processes left, false on timeout. */
export async function untilGroupEnded(pid: number, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs
  while (hasGroup(pid)) {
    if (performance.now() > deadline) return false
    await sleep(20)
  }
  return true
}

/** Asks the group's leader to stop, even if paused; kills the whole group on timeout. */
export async function endProcessGroup(pid: number, withinMs: number): Promise<void> {
  signalGroup(pid, 'SIGCONT')
  if (withinMs > 0) {
    try {
      process.kill(pid, 'SIGTERM')
    } catch (error) {
      if (!isGone(error)) throw error
    }
    if (await untilGroupEnded(pid, withinMs)) return
  }
  signalGroup(pid, 'SIGKILL')
  await untilGroupEnded(pid, forceWithinMs)
}

function hasGroup(pid: number): boolean {
  try {
    process.kill(-pid, 0)
    return true
  } catch (error) {
    return !isGone(error)
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ESRCH'
}
