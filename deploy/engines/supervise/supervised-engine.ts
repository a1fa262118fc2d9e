import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, postgresAccount } from '@portal/adapters/embedded-postgres/postgres-account'
import type { Companion, Engine, EnginePlace } from '../engine.ts'
import { ensureInstalled } from '../install/ensure-installed.ts'
import type { Tools } from '../install/tools.ts'
import { EngineProcess, type EngineState } from './engine-process.ts'

export interface EngineSettings {
  readonly installFolder: string
  readonly dataFolder: string
  readonly tools: Tools
  readonly note: (line: string) => void
  readonly isTemporary: boolean
  readonly publicOrigin?: string
}

export interface EngineStatus {
  readonly name: string
  readonly state: EngineState | 'installing'
  readonly pid: number | null
  readonly restarts: number
  readonly url: string
}

export class SupervisedEngine {
  readonly #engine: Engine
  readonly #settings: EngineSettings
  readonly #place: EnginePlace
  readonly #process: EngineProcess
  #prepared: Promise<Companion | undefined> | null = null
  #isPrepared = false

  constructor(engine: Engine, settings: EngineSettings, given: Pick<EnginePlace, 'ports' | 'secret'>) {
    const { installFolder, dataFolder, ...shared } = settings
    const { note } = shared
    this.#engine = engine
    this.#settings = settings
    const data = join(dataFolder, engine.name)
    this.#place = { ...given, ...shared, data, programs: join(installFolder, engine.release) }
    const logFile = join(dataFolder, `${engine.name}.log`)
    this.#process = new EngineProcess({ engine, place: this.#place, logFile, note })
  }

  get status(): EngineStatus {
    const { state, pid, restarts } = this.#process
    const isInstalling = this.#prepared !== null && !this.#isPrepared
    const url = this.#engine.url(this.#place)
    return { name: this.#engine.name, state: isInstalling ? 'installing' : state, pid, restarts, url }
  }

  /** Installs the engine if necessary; resolves when it is ready. */
  async start(): Promise<void> {
    const wasReady = this.#process.state === 'ready'
    const startedAt = performance.now()
    await this.#prepare()
    if (!wasReady) this.#settings.note(`${this.#engine.name}: starting`)
    await this.#process.start()
    if (wasReady) return
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    this.#settings.note(`${this.#engine.name}: ready (${seconds} s)`)
  }

  /** Stops it and its companion. An installation is not awaited: it ends with this process. */
  async close(): Promise<void> {
    await this.#process.stop()
    if (!this.#isPrepared) return
    const companion = await this.#prepared
    await companion?.stop()
  }

  stop(): Promise<void> {
    return this.#process.stop()
  }

  kill(): Promise<void> {
    return this.#process.kill()
  }

  pause(): void {
    this.#process.pause()
  }

  resume(): void {
    this.#process.resume()
  }

  /** Runs once; retried by the next call after a failure. */
  async #prepare(): Promise<void> {
    this.#prepared ??= this.#install()
    try {
      await this.#prepared
      this.#isPrepared = true
    } catch (error) {
      this.#prepared = null
      throw error
    }
  }

  async #install(): Promise<Companion | undefined> {
    const { installFolder, tools, note } = this.#settings
    await this.#engine.check(tools)
    await ensureInstalled(this.#engine, { folder: installFolder, tools, note })
    const account: Account = this.#engine.isUnprivileged ? postgresAccount() : {}
    await mkdir(this.#place.data, { recursive: true, mode: 0o700 })
    const companion = await this.#engine.prepare(this.#place)
    if (account.uid !== undefined) {
      const owner = `${account.uid}:${account.gid}`
      await tools.run({ program: 'chown', args: ['-R', owner, this.#place.data], withinMs: 60_000 })
    }
    return companion
  }
}
