import { type ChildProcess, spawn } from 'node:child_process'
import { type FileHandle, open, rename, stat } from 'node:fs/promises'
import { postgresAccount } from '@portal/adapters/embedded-postgres/postgres-account'
import { sleep } from '@portal/service-kit/sleep'
import type { Engine, EnginePlace } from '../engine.ts'
import { leashed } from './leashed.ts'
import { endProcessGroup, signalGroup, untilGroupEnded } from './process-group.ts'

/** What an engine is doing. `paused` is held still on purpose, `failed` did not become ready and is not tried again until told. */
export type EngineState = 'down' | 'starting' | 'ready' | 'paused' | 'failed'

const failuresInRowMax = 3
const probeEveryMs = 100
const stopWithinMs = 25_000
const logFileMaxBytes = 20 * 1024 * 1024
const reportedLogBytes = 1500

/** Where an engine runs, and what is notified about it. */
export interface ProcessOptions {
  readonly engine: Engine
  readonly place: EnginePlace
  readonly logFile: string
  readonly note: (line: string) => void
}

/** The process of one engine, kept alive: whatever ends it, it is started again on the same ports and data until it is told to stop. */
export class EngineProcess {
  readonly #options: ProcessOptions
  #state: EngineState = 'down'
  #isWanted = false
  #restarts = 0
  #child: ChildProcess | null = null
  #life: Promise<void> = Promise.resolve()
  #ready = untold()

  constructor(options: ProcessOptions) {
    this.#options = options
  }

  get state(): EngineState {
    return this.#state
  }

  /** Process number of the engine, null while there is none. */
  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  /** How often it was started again. */
  get restarts(): number {
    return this.#restarts
  }

  /** Resolves when the engine is ready; rejects with the end of its log when it does not become so. */
  start(): Promise<void> {
    if (!this.#isWanted) {
      this.#isWanted = true
      this.#ready = untold()
      const before = this.#life
      this.#life = before.then(() => this.#live())
    }
    return this.#ready.promise
  }

  /** In good order, by force after 25 s; resolves when nothing of it runs. It stays down until it is started. */
  async stop(): Promise<void> {
    this.#isWanted = false
    const child = this.#child
    if (child?.pid !== undefined) await endProcessGroup(child.pid, stopWithinMs)
    await this.#life
    if (this.#state !== 'failed') this.#state = 'down'
  }

  /** kill -9; resolves when nothing of it runs. It is started again. */
  async kill(): Promise<void> {
    const pid = this.#running()
    signalGroup(pid, 'SIGKILL')
    await untilGroupEnded(pid, stopWithinMs)
    // Readiness asked for from now on must not be that of the process that has just ended.
    while (this.#child?.pid === pid) await sleep(5)
  }

  /** Holds the engine still: connections stay open and nothing answers. */
  pause(): void {
    signalGroup(this.#running(), 'SIGSTOP')
    this.#state = 'paused'
  }

  /** Lets a paused engine go on. */
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
      this.#options.note(`${this.#options.engine.name} ended ${end}; it is started again`)
      await sleep(200 * failures)
    }
    this.#ready.reject(new Error(`${this.#options.engine.name} was stopped.`))
  }

  /** One life of the process, from start to end; resolves with how it ended. */
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
      this.#ready = untold()
      return 'after being ready'
    } finally {
      this.#child = null
      this.#state = 'down'
      await log.close()
    }
  }

  /** False when it ended first, or time was over; then it is ended. */
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
    // A group of its own: what the engine starts is found by it, and Ctrl-C does not reach it before its users have stopped.
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

/** The last lines that one life has written. */
async function readFrom(log: FileHandle, from: number): Promise<string> {
  const { size } = await log.stat()
  const buffer = Buffer.alloc(reportedLogBytes)
  const position = Math.max(from, size - reportedLogBytes)
  const { bytesRead } = await log.read({ buffer, position })
  return buffer.toString('utf8', 0, bytesRead).trim()
}

/** A promise that may be rejected without anybody waiting for it. */
function untold(): PromiseWithResolvers<void> {
  const told = Promise.withResolvers<void>()
  told.promise.catch(() => 'heard by whoever waits')
  return told
}
