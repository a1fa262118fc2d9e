import type { EngineName } from '@portal/testkit/engines'
import type { Tools } from './install/tools.ts'

/** One engine of one supervisor. Ports and secret are chosen up front, so its URL is known. */
export interface EnginePlace {
  /** Read-only, filled by `install`. */
  readonly programs: string
  /** Its own folder, kept between starts. */
  readonly data: string
  /** Loopback ports; the same ones after a restart. */
  readonly ports: readonly number[]
  /** 192 random bits for the engine's password. */
  readonly secret: string
  readonly tools: Tools
  /** Whether the data is disposable once the supervisor has ended. */
  readonly isTemporary: boolean
  /** Origin of the portal, for engines with pages. Absent: local proxies' headers are trusted. */
  readonly publicOrigin?: string
  /** Prints a message for the user. */
  readonly note: (line: string) => void
}

export interface EngineCommand {
  readonly program: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** The data folder by default. */
  readonly cwd?: string
}

/** A process that an engine depends on. */
export interface Companion {
  stop(): Promise<void>
}

/** How a real engine is installed, started and probed. */
export interface Engine {
  readonly name: EngineName
  /** Folder below the cache; its name contains the version. */
  readonly release: string
  /** Free space needed to install, in megabytes. */
  readonly diskMb: number
  readonly portCount: number
  readonly readyWithinMs: number
  /** Whether to drop root: some engines refuse to run as root, none needs it. */
  readonly isUnprivileged: boolean
  /** Rejects with MissingPrerequisite if something needed to install or run is missing. */
  check(tools: Tools): Promise<void>
  /** Fills an empty folder, which is renamed to its final name afterwards. */
  install(folder: string, tools: Tools): Promise<void>
  /** Writes configuration and initializes an empty data folder, once per supervisor. */
  prepare(place: EnginePlace): Promise<Companion | undefined>
  command(place: EnginePlace): Promise<EngineCommand>
  isReady(place: EnginePlace): Promise<boolean>
  /** In the format the adapters expect. */
  url(place: EnginePlace): string
}
