import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A process on one core. */
export interface PinnedProcess {
  readonly child: ChildProcess
  /** Its first message. */
  readonly ready: unknown
  stop(): Promise<void>
}

/** The core of the servers under test, and that of everything else. */
export const cores = { servers: 0, load: 1 } as const

const taskset = ['/usr/bin/taskset', '/bin/taskset'].find((path) => existsSync(path))

/** Whether CPU pinning is available. */
export const isPinned = taskset !== undefined

/** A program of this folder, its arguments and its own environment variables. */
export interface Program {
  readonly file: string
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** Starts a program on a core and waits for its first message. */
export async function startPinned(core: number, program: Program): Promise<PinnedProcess> {
  const { file, args = [], environment } = program
  const path = fileURLToPath(new URL(file, import.meta.url))
  const words = pinned(core, [process.execPath, '--disable-warning=ExperimentalWarning', path, ...args])
  const [command = '', ...rest] = words
  const child = spawn(command, rest, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    ...(environment ? { env: { ...environment } } : {}),
  })
  const [ready] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended before it was ready`))),
  ])
  return { child, ready, stop: () => stop(child) }
}

/** Prefixes a command to pin it to one core, where the system can. */
export function pinned(core: number, words: readonly string[]): string[] {
  return taskset ? [taskset, '-c', String(core), ...words] : [...words]
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = once(child, 'exit')
  child.kill()
  await exit
}

/** CPU time used so far, in microseconds (/proc/<pid>/task/<tid>/schedstat, first field, ns). */
export function cpuMicroseconds(pids: readonly number[]): number {
  let nanoseconds = 0
  for (const pid of pids) {
    for (const task of readdirSync(`/proc/${pid}/task`)) {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0])
    }
  }
  return nanoseconds / 1000
}
