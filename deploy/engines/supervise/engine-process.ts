import { type ChildProcess, spawn } from 'node:child_process'
import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import { postgresAccount } from '@portal/adapters/embedded-postgres/postgres-account'
import { sleep } from '@portal/service-kit/sleep'
import type { Engine, EnginePlace } from '../engine.ts'
import { leashed } from './leashed.ts'
import { endProcessGroup, signalGroup, untilGroupEnded } from './process-group.ts'

/** `paused`: deliberately suspended. `failed`: never became ready; not retried automatically. */
export type EngineState = 'down' | 'starting' | 'ready' | 'paused' | 'failed'

const failuresInRowMax = 3
const probeEveryMs = 100
const stopWithinMs = 25_000
const logFileMaxBytes = 20 * 1024 * 1024
const reportedLogBytes = 1500

export interface ProcessOptions {
  readonly engine: Engine
  readonly place: EnginePlace
  readonly logFile: string
  readonly note: (line: string) => void
}

/** Keeps one engine's process alive, restarting it on the same ports and data until stopped. */
export class EngineProcess {
  readonly #options: ProcessOptions
  #state: EngineState = 'down'
  #isWanted = false
  #restarts = 0
  #child: ChildProcess | null = null
  #life: Promise<void> = Promise.resolve()
  #ready = unhandledPromise()

  constructor(options: ProcessOptions) {
    this.#options = options
  }

  get state(): EngineState {
    return this.#state
  }

  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  get restarts(): number {
    return this.#restarts
  }

  /** Resolves when the engine is ready; rejects with the end of its log if it fails to start. */
  start(): Promise<void> {
    if (!this.#isWanted) {
      this.#isWanted = true
      this.#ready = unhandledPromise()
      const before = this.#life
      this.#life = before.then(() => this.#live())
    }
    return this.#ready.promise
  }

  /** Graceful, forced after 25 s. Resolves once nothing runs; stays down until started. */
  async stop(): Promise<void> {
    this.#isWanted = false
    const child = this.#child
    if (child?.pid !== undefined) await endProcessGroup(child.pid, stopWithinMs)
    await this.#life
    if (this.#state !== 'failed') this.#state = 'down'
  }

  /** kill -9; resolves once nothing runs. The process is then restarted. */
  async kill(): Promise<void> {
    const pid = this.#running()
    signalGroup(pid, 'SIGKILL')
    await untilGroupEnded(pid, stopWithinMs)
    // Later readiness checks must not see the process that has just ended.
    while (this.#child?.pid === pid) await sleep(5)
  }

  /** Suspends the engine: connections stay open, nothing responds. */
  pause(): void {
    signalGroup(this.#running(), 'SIGSTOP')
    this.#state = 'paused'
  }

  resume(): void {
    signalGroup(this.#running(), 'SIGCONT')
    if (this.#state === 'paused') this.#state = 'ready'
  }

  #running(): number {
    const pid = this.#child?.pid
    if (pid === undefined) throw new Error(`${this.#options.engine.name} is not running.`)
    return pid
  }

  async #live(): Promise<void> {
    for (let failures = 0; this.#isWanted; ) {
      const end = await this.#liveOnce().catch((error: unknown) => String(error))
      if (end === 'after being ready') failures = 0
      else failures += 1
      if (!this.#isWanted) break
      if (failures >= failuresInRowMax) return this.#giveUp(end)
      this.#restarts += 1
      this.#options.note(`${this.#options.engine.name} ended ${end}; restarting`)
      await sleep(200 * failures)
    }
    this.#ready.reject(new Error(`${this.#options.engine.name} was stopped.`))
  }

  /** Runs the process once; resolves with how it ended. */
  async #liveOnce(): Promise<string> {
    const { engine, place, logFile } = this.#options
    this.#state = 'starting'
    const log = await openLog(logFile)
    try {
      const from = (await log.stat()).size
      const child = await launch(engine, place, log)
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      this.#child = child
      if (!this.#isWanted && child.pid !== undefined) void endProcessGroup(child.pid, stopWithinMs)
      const isReady = await this.#becomesReady(child)
      if (isReady) {
        this.#state = 'ready'
        this.#ready.resolve()
      }
      await ended
      if (child.pid !== undefined) signalGroup(child.pid, 'SIGKILL')
      if (!isReady) return `before it was ready: ${await readFrom(log, from)}`
      this.#ready = unhandledPromise()
      return 'after being ready'
    } finally {
      this.#child = null
      this.#state = 'down'
      await log.close()
    }
  }

  /** False if it exited or timed out; a process that timed out is ended. */
  async #becomesReady(child: ChildProcess): Promise<boolean> {
    const { engine, place } = this.#options
    const deadline = performance.now() + engine.readyWithinMs
    while (child.exitCode === null && child.signalCode === null) {
      if (await engine.isReady(place)) return true
      if (performance.now() > deadline && child.pid !== undefined) {
        await endProcessGroup(child.pid, 0)
        return false
      }
      await sleep(probeEveryMs)
    }
    return false
  }

  #giveUp(end: string): void {
    this.#isWanted = false
    this.#state = 'failed'
    this.#ready.reject(new Error(`${this.#options.engine.name} does not start; it ended ${end}`))
  }
}

async function launch(engine: Engine, place: EnginePlace, log: FileHandle): Promise<ChildProcess> {
  const command = await engine.command(place)
  const account = engine.isUnprivileged ? postgresAccount() : {}
  const { program, args } = leashed(command.program, command.args, account)
  const child = spawn(program, args, {
    cwd: command.cwd ?? place.data,
    // Its own group: reaches all children, and Ctrl-C must not end it before its users.
    detached: true,
    env: {
      PATH: place.tools.environment.PATH,
      HOME: place.data,
      LANG: 'C.UTF-8',
      ...command.environment,
    },
    stdio: ['ignore', log.fd, log.fd],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  return child
}

async function openLog(file: string): Promise<FileHandle> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > logFileMaxBytes) await rename(file, `${file}.1`)
  return open(file, 'a+', 0o600)
}

async function readFrom(log: FileHandle, from: number): Promise<string> {
  const { size } = await log.stat()
  const buffer = Buffer.alloc(reportedLogBytes)
  const position = Math.max(from, size - reportedLogBytes)
  const { bytesRead } = await log.read({ buffer, position })
  return buffer.toString('utf8', 0, bytesRead).trim()
}

function unhandledPromise(): PromiseWithResolvers<void> {
  const resolvers = Promise.withResolvers<void>()
  resolvers.promise.catch(() => 'may be rejected before anything awaits it')
  return resolvers
}
