import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { sleep } from '@portal/service-kit/sleep'

const killedWithinMs = 5000

/** A process of this machine. */
export interface RunningProcess {
  readonly parent: number
  readonly command: string
}

/** The process with this pid, or null if there is none or only a zombie. */
export async function findProcess(pid: number): Promise<RunningProcess | null> {
  if (!isSignalable(pid)) return null
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

/**
 * Resolves true once the process has exited, false after `timeoutMs`. As for kill(2), a negative
 * pid is a process group.
 */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (pid < 0 ? isSignalable(pid) : await findProcess(pid)) {
    if (performance.now() > deadline) return false
    await sleep(20)
  }
  return true
}

/** Sends a signal; ignores a process that has already exited. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!isCode(error, 'ESRCH')) throw error
  }
}

/** A signal that asks a process to stop, and how long it may take. */
export interface EndStep {
  readonly signal: NodeJS.Signals
  readonly waitMs: number
}

/** Ends a process, or a group by its leader: with these signals in turn, and at last SIGKILL. */
export async function endProcess(pid: number, steps: readonly EndStep[], isGroup = false): Promise<void> {
  const whole = isGroup ? -pid : pid
  // A suspended process receives nothing but SIGKILL.
  sendSignal(whole, 'SIGCONT')
  for (const { signal, waitMs } of steps) {
    sendSignal(pid, signal)
    if (await waitForEnd(whole, waitMs)) return
  }
  sendSignal(whole, 'SIGKILL')
  await waitForEnd(whole, killedWithinMs)
}

function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

/**
 * proc(5): the command name in `stat` is in parentheses and may contain anything; state and parent
 * follow it.
 */
async function fromProc(pid: number): Promise<RunningProcess | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return null
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    return { parent: Number(parent), command: command.replaceAll('\0', ' ').trim() }
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ESRCH')) return null
    throw error
  }
}

async function fromPs(pid: number): Promise<RunningProcess | null> {
  const { stdout } = await promisify(execFile)('/bin/ps', ['-o', 'ppid=,state=,command=', '-p', String(pid)])
  const [, parent, state, command] = /^\s*(\d+)\s+(\S+)\s+(.*)$/m.exec(stdout) ?? []
  if (parent === undefined || state?.startsWith('Z')) return null
  return { parent: Number(parent), command: command ?? '' }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
