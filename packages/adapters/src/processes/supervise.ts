import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import { sleep } from '@portal/service-kit/sleep'
import { type EndStep, endProcess, processorTime } from './running-process.ts'

/** How a child process is started, probed, restarted and ended. */
export interface SupervisedChild {
  /**
   * Starts it, its output going to this descriptor. It must not outlive this process: have it end
   * with its IPC channel, or start it {@link leashed}.
   */
  readonly launch: (output: number | 'inherit') => ChildProcess | Promise<ChildProcess>
  /** Receives its output; rotated above 20 MB. By default it writes to ours. */
  readonly logFile?: string
  /**
   * Asks until it is ready, however long that takes: a machine may be slow. By default it is ready
   * at once.
   */
  readonly probe?: {
    readonly isReady: (pid: number) => Promise<boolean>
    readonly everyMs: number
    /** Kills one that for this long neither wrote to its log file nor used the processor. */
    readonly stuckAfterMs?: number
  }
  /** Signals to stop it with, before SIGKILL. */
  readonly endSteps: readonly EndStep[]
  /** Whether it leads a process group, of which nothing may be left. */
  readonly isGroup?: boolean
  /** An exit is no failure of a child that was ready and ran this long. */
  readonly settledAfterMs: number
  /** Failures in a row on which it is given up. */
  readonly failuresMax: number
  /** The same before it was ever ready; by default as many. */
  readonly firstFailuresMax?: number
  /** Whether what ended it will pass, so that it is tried again however often. */
  readonly isNoFailure?: (end: Pick<ChildEnd, 'output'>) => boolean
  /** Wait before a restart, times the failures in a row. */
  readonly pauseMs: number
  readonly onReady?: () => void
  /** Not called once it is being stopped. */
  readonly onEnd: (end: ChildEnd) => void
}

/** How a child process ended. */
export interface ChildEnd {
  /** The signal, `code 1`, or why it could not be started. */
  readonly reason: string
  /** Up to 16 KB of what it wrote last to its log file. */
  readonly output: string
  readonly wasReady: boolean
  readonly isRestarted: boolean
}

/** A child process that is kept running until it is stopped or given up. */
export interface Supervision {
  readonly now: { readonly pid: number | null; readonly isReady: boolean }
  /** Resolves to true once it is ready, to false once it has been stopped or given up. */
  untilReady(): Promise<boolean>
  /** Resolves to the last end once it is given up, to null once it has been stopped. */
  readonly over: Promise<ChildEnd | null>
  /** Resolves once it has exited, forced if necessary. */
  stop(): Promise<void>
}

const logFileMaxBytes = 20 * 1024 * 1024
const keptOutputBytes = 16 * 1024
/** How often it is looked at, while it starts, whether it works. */
const looksAtWork = 10

/** Starts a child process and restarts it when it exits. */
export function supervise(options: SupervisedChild): Supervision {
  const stopping = new AbortController()
  const now = { pid: null as number | null, isReady: false }
  let ready = Promise.withResolvers<boolean>()

  async function live(): Promise<ChildEnd | null> {
    let failures = 0
    let failuresMax = options.firstFailuresMax ?? options.failuresMax
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      const end = await runOnce(options, { onStart, onReady, halted: stopping.signal }).catch(failedStart)
      if (now.isReady) ready = Promise.withResolvers()
      Object.assign(now, { pid: null, isReady: false })
      if (stopping.signal.aborted) return null
      if (end.wasReady) failuresMax = options.failuresMax
      const isSettled = end.wasReady && performance.now() - startedAt >= options.settledAfterMs
      if (isSettled) failures = 0
      else if (!options.isNoFailure?.(end)) failures += 1
      const isRestarted = failures < failuresMax
      options.onEnd({ ...end, isRestarted })
      if (!isRestarted) return { ...end, isRestarted }
      await sleep(options.pauseMs * Math.max(1, failures), stopping.signal)
    }
    return null
  }
  const onStart = (pid: number | undefined) => {
    now.pid = pid ?? null
  }
  const onReady = () => {
    now.isReady = true
    ready.resolve(true)
    options.onReady?.()
  }
  const over = live().finally(() => ready.resolve(false))
  return {
    now,
    over,
    untilReady: () => ready.promise,
    stop: async () => {
      stopping.abort()
      await over
    },
  }
}

type RunEnd = Omit<ChildEnd, 'isRestarted'>

interface Run {
  readonly onStart: (pid: number | undefined) => void
  readonly onReady: () => void
  readonly halted: AbortSignal
}

/** From launch to exit. */
async function runOnce(options: SupervisedChild, { onStart, onReady, halted }: Run): Promise<RunEnd> {
  await using log = options.logFile === undefined ? null : await openLog(options.logFile)
  const logged = (await log?.stat())?.size ?? 0
  const child = await options.launch(log?.fd ?? 'inherit')
  const exited = once(child, 'exit').then(([code, signal]) => String(signal ?? `code ${code}`), String)
  const { pid } = child
  onStart(pid)
  const end = () => {
    if (pid !== undefined) void endProcess(pid, options.endSteps, options.isGroup)
  }
  halted.addEventListener('abort', end, { once: true })
  if (halted.aborted) end()
  const wasReady = await becomesReady(child, options, async () => (await log?.stat())?.size ?? 0)
  if (wasReady) onReady()
  const reason = await exited
  halted.removeEventListener('abort', end)
  if (options.isGroup && pid !== undefined) await endProcess(-pid, [])
  return { reason, wasReady, output: log ? await readTail(log, logged) : '' }
}

/** False if it exits before it is ready, or is killed because it is stuck. */
async function becomesReady(
  child: ChildProcess,
  { probe, isGroup }: SupervisedChild,
  logged: () => Promise<number>,
): Promise<boolean> {
  const stuckAfterMs = probe?.stuckAfterMs ?? Number.POSITIVE_INFINITY
  let before = ''
  let movedAt = performance.now()
  let lookedAt = Number.NEGATIVE_INFINITY
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    if (!probe || (await probe.isReady(child.pid).catch(() => false))) return true
    if (performance.now() - lookedAt > stuckAfterMs / looksAtWork) {
      lookedAt = performance.now()
      const work = `${await processorTime(isGroup ? -child.pid : child.pid)} ${await logged()}`
      if (work !== before) movedAt = performance.now()
      before = work
      if (performance.now() - movedAt > stuckAfterMs) await endProcess(child.pid, [], isGroup)
    }
    await sleep(probe.everyMs)
  }
  return false
}

function failedStart(error: unknown): RunEnd {
  return { reason: String(error), output: '', wasReady: false }
}

async function openLog(file: string): Promise<FileHandle> {
  const found = await stat(file).catch(() => null)
  if (found && found.size > logFileMaxBytes) await rename(file, `${file}.1`)
  return open(file, 'a+', 0o600)
}

/** What was written since `from`, or the end of it. */
async function readTail(log: FileHandle, from: number): Promise<string> {
  const { size } = await log.stat()
  const buffer = Buffer.alloc(keptOutputBytes)
  const { bytesRead } = await log.read({ buffer, position: Math.max(from, size - keptOutputBytes) })
  return buffer.toString('utf8', 0, bytesRead).trim()
}
