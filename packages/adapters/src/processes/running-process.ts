import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
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

/**
 * Processor time that a process has used, in the system's own unit: only good for comparing. A
 * negative pid is a process group. Of a process that has exited nothing is known any more.
 */
export async function processorTime(pid: number): Promise<string> {
  if (process.platform !== 'linux') return timeFromPs(pid)
  if (pid > 0) return (await statOf(pid))?.slice(11, 13).join('+') ?? ''
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const stats = await Promise.all(pids.map(statOf))
  const ofGroup = stats.filter((stat) => stat?.[2] === String(-pid))
  return ofGroup.map((stat) => stat?.slice(11, 13).join('+')).join(' ')
}

async function timeFromPs(pid: number): Promise<string> {
  const wanted = pid < 0 ? ['-g', String(-pid)] : ['-p', String(pid)]
  const { stdout } = await promisify(execFile)('/bin/ps', ['-o', 'time=', ...wanted])
  return stdout
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

async function fromProc(pid: number): Promise<RunningProcess | null> {
  const [state, parent] = (await statOf(pid)) ?? []
  if (parent === undefined || state === 'Z' || state === 'X') return null
  const command = await readOfProcess(`/proc/${pid}/cmdline`)
  return command === null ? null : { parent: Number(parent), command: command.replaceAll('\0', ' ').trim() }
}

/**
 * Fields of proc(5)'s `stat` from the third on: state, parent, group and so on; null if the process
 * has exited. The command name before them is in parentheses and may contain anything.
 */
async function statOf(pid: number): Promise<readonly string[] | null> {
  const stat = await readOfProcess(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? null
}

async function readOfProcess(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
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
