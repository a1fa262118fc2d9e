import type { EngineName } from '@portal/testkit/engines'
import type { Tools } from './install/tools.ts'

/** What one engine of one supervisor works with. Ports and secret are chosen before anything starts, so its address is known at once. */
export interface EnginePlace {
  /** Where its programs lie, as `install` left them. Only read. */
  readonly programs: string
  /** Its own folder, kept between starts. */
  readonly data: string
  /** Loopback ports, as many as the engine asks for; the same ones after it was killed. */
  readonly ports: readonly number[]
  /** 192 random bits for whatever password the engine wants. */
  readonly secret: string
  readonly tools: Tools
  /** Nothing of it is needed after the supervisor has ended. */
  readonly isTemporary: boolean
  /** Where people reach the portal, for engines that have pages. Without one, the engine believes the proxies of this machine. */
  readonly publicOrigin?: string
  /** Tells a person something worth knowing. */
  readonly note: (line: string) => void
}

/** How the engine's process is started. */
export interface EngineCommand {
  readonly program: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** Its data folder by default. */
  readonly cwd?: string
}

/** Something that an engine needs running beside it. */
export interface Companion {
  stop(): Promise<void>
}

/** One real engine: how it is had, started and asked whether it is ready. */
export interface Engine {
  readonly name: EngineName
  /** Folder below the cache; holds the version, so that another version is another folder. */
  readonly release: string
  /** Free space that installing takes, in megabytes. */
  readonly diskMb: number
  readonly portCount: number
  readonly readyWithinMs: number
  /** Some refuse to run as root, none needs to: as root, these run as a user without rights. */
  readonly isUnprivileged: boolean
  /** Rejects with a MissingPrerequisite when the machine lacks what installing or running takes. */
  check(tools: Tools): Promise<void>
  /** Fills an empty folder, which gets its final name once this has succeeded. */
  install(folder: string, tools: Tools): Promise<void>
  /** Writes configuration and makes an empty data folder usable; runs before every first start of a supervisor. */
  prepare(place: EnginePlace): Promise<Companion | undefined>
  command(place: EnginePlace): Promise<EngineCommand>
  isReady(place: EnginePlace): Promise<boolean>
  /** In the form that the adapters take. */
  url(place: EnginePlace): string
}
