import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { unprivilegedAccount } from '@portal/adapters/embedded-postgres/postgres-account'
import { leashed } from '@portal/adapters/processes/leashed'
import { sendSignal, waitForEnd } from '@portal/adapters/processes/running-process'
import { type ChildEnd, type Supervision, supervise } from '@portal/adapters/processes/supervise'
import { sleep } from '@portal/service-kit/sleep'
import type { Companion, Engine, EngineInstance } from '../engine.ts'
import { ensureInstalled } from '../install/ensure-installed.ts'

const endWithinMs = 25_000
/** A Java machine that waits uses the processor now and then; only one that is stopped does not. */
const stuckAfterMs = 300_000
const notedEveryMs = 30_000
const reportedLogCharacters = 1500

/** `paused`: deliberately suspended. `failed`: never became ready; not retried automatically. */
type EngineState = 'down' | 'installing' | 'starting' | 'ready' | 'paused' | 'failed'

export interface EngineStatus {
  readonly name: string
  readonly state: EngineState
  readonly pid: number | null
  readonly restarts: number
  readonly url: string
}

/** One engine, on the same ports and data until its supervisor ends. */
export class SupervisedEngine {
  readonly #engine: Engine
  readonly #instance: EngineInstance
  #installed: Promise<Companion | undefined> | null = null
  #isInstalled = false
  #life: Supervision | null = null
  #before: Promise<unknown> = Promise.resolve()
  #pausedPid: number | null = null
  #restarts = 0
  #hasFailed = false

  constructor(engine: Engine, instance: EngineInstance) {
    this.#engine = engine
    this.#instance = instance
  }

  get status(): EngineStatus {
    const { pid = null } = this.#life?.now ?? {}
    const url = this.#engine.url(this.#instance)
    return { name: this.#engine.name, state: this.#state, pid, restarts: this.#restarts, url }
  }

  get #state(): EngineState {
    if (this.#installed !== null && !this.#isInstalled) return 'installing'
    if (!this.#life) return this.#hasFailed ? 'failed' : 'down'
    if (!this.#life.now.isReady) return 'starting'
    return this.#life.now.pid === this.#pausedPid ? 'paused' : 'ready'
  }

  /** Installs the engine if necessary; resolves when it is ready. */
  async start(): Promise<void> {
    const { name } = this.#engine
    const wasReady = this.#state === 'ready'
    const startedAt = performance.now()
    await this.#install()
    if (!wasReady) this.#instance.note(`${name}: starting`)
    this.#life ??= this.#live()
    const life = this.#life
    if (!(await this.#untilReady(life, startedAt))) {
      const end = await life.over
      throw new Error(`${name} ${end ? `does not start; it ended ${endOf(end)}` : 'was stopped.'}`)
    }
    if (wasReady) return
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    this.#instance.note(`${name}: ready (${seconds} s)`)
  }

  async #untilReady(life: Supervision, startedAt: number): Promise<boolean> {
    const note = () => {
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      this.#instance.note(`${this.#engine.name}: still starting after ${seconds} s`)
    }
    const notes = setInterval(note, notedEveryMs)
    try {
      return await life.untilReady()
    } finally {
      clearInterval(notes)
    }
  }

  /** Graceful, forced after 25 s. Resolves once nothing runs; stays down until started. */
  async stop(): Promise<void> {
    const life = this.#life
    this.#life = null
    await life?.stop()
    await this.#before
  }

  /** Stops it and its companion. An installation is not awaited: it ends with this process. */
  async close(): Promise<void> {
    await this.stop()
    if (this.#isInstalled) await (await this.#installed)?.stop()
  }

  /** kill -9; resolves once nothing runs. The process is then restarted. */
  async kill(): Promise<void> {
    const pid = this.#signal('SIGKILL')
    await waitForEnd(-pid, endWithinMs)
    // Later readiness checks must not see the process that has just ended.
    while (this.#life?.now.pid === pid) await sleep(5)
  }

  /** Suspends the engine: connections stay open, nothing responds. */
  pause(): void {
    this.#pausedPid = this.#signal('SIGSTOP')
  }

  resume(): void {
    this.#signal('SIGCONT')
    this.#pausedPid = null
  }

  /** Signals all its processes. */
  #signal(signal: NodeJS.Signals): number {
    const pid = this.#life?.now.pid ?? null
    if (pid === null) throw new Error(`${this.#engine.name} is not running.`)
    sendSignal(-pid, signal)
    return pid
  }

  #live(): Supervision {
    const { name, isReady } = this.#engine
    const before = this.#before
    this.#hasFailed = false
    const life = supervise({
      launch: async (output) => {
        await before
        return launch(this.#engine, this.#instance, output)
      },
      logFile: `${this.#instance.data}.log`,
      probe: { isReady: () => isReady(this.#instance), everyMs: 100, stuckAfterMs },
      endSteps: [{ signal: 'SIGTERM', waitMs: endWithinMs }],
      isGroup: true,
      settledAfterMs: 0,
      failuresMax: 3,
      pauseMs: 200,
      onEnd: (end) => {
        if (end.isRestarted) this.#restarts += 1
        if (end.isRestarted) return this.#instance.note(`${name} ended ${endOf(end)}; restarting`)
        this.#hasFailed = true
        this.#life = null
      },
    })
    this.#before = life.over
    return life
  }

  /** Runs once; retried by the next call after a failure. */
  async #install(): Promise<void> {
    this.#installed ??= installAndPrepare(this.#engine, this.#instance)
    try {
      await this.#installed
      this.#isInstalled = true
    } catch (error) {
      this.#installed = null
      throw error
    }
  }
}

function endOf({ wasReady, reason, output }: ChildEnd): string {
  return wasReady
    ? 'after being ready'
    : `before it was ready: ${output.slice(-reportedLogCharacters) || reason}`
}

async function launch(engine: Engine, instance: EngineInstance, output: number | 'inherit') {
  const command = await engine.command(instance)
  const account = engine.isUnprivileged ? unprivilegedAccount() : {}
  const { program, args } = leashed(command.program, command.args, account)
  return spawn(program, args, {
    cwd: command.cwd ?? instance.data,
    // Its own group: reaches all children, and Ctrl-C must not end it before its users.
    detached: true,
    env: {
      PATH: instance.tools.environment.PATH,
      HOME: instance.data,
      LANG: 'C.UTF-8',
      ...command.environment,
    },
    stdio: ['ignore', output, output],
  })
}

async function installAndPrepare(engine: Engine, instance: EngineInstance): Promise<Companion | undefined> {
  const { tools, data } = instance
  for (const need of engine.needs) await need(tools)
  await ensureInstalled(engine, instance)
  await mkdir(data, { recursive: true, mode: 0o700 })
  await engine.prepare?.(instance)
  const companion = await engine.startCompanion?.(instance)
  const { uid, gid }: { uid?: number; gid?: number } = engine.isUnprivileged ? unprivilegedAccount() : {}
  if (uid !== undefined) await tools.run('chown', ['-R', `${uid}:${gid}`, data])
  return companion
}
