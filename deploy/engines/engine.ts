import type { EngineName } from '@portal/testkit/engines'
import type { Need } from './install/prerequisites.ts'
import type { Tools } from './install/tools.ts'

/** One engine of one supervisor. Ports and secret are chosen up front, so its URL is known. */
export interface EngineInstance {
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
  /** Leads to its loopback ports, for clients that are elsewhere. Loopback by default. */
  readonly advertisedHost?: string
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
  /** Whether to drop root: some engines refuse to run as root, none needs it. */
  readonly isUnprivileged: boolean
  /** What has to be on this machine. */
  readonly needs: readonly Need[]
  /** Fills an empty folder, which is renamed to its final name afterwards. */
  install(folder: string, tools: Tools): Promise<unknown>
  /** Writes configuration and initializes an empty data folder, once per supervisor. */
  prepare?(instance: EngineInstance): Promise<unknown>
  /** Started once per supervisor. */
  startCompanion?(instance: EngineInstance): Promise<Companion>
  command(instance: EngineInstance): Promise<EngineCommand>
  isReady(instance: EngineInstance): Promise<boolean>
  /** In the format the adapters expect. */
  url(instance: EngineInstance): string
}

// Where nothing listens yet, a connection is refused at once. Until the engine is warm, the first
// response takes long on a slow machine.
const answersWithinMs = 30_000

/** Whether a GET succeeds. */
export async function answersOk(url: string, authorization?: string): Promise<boolean> {
  try {
    const headers = authorization === undefined ? {} : { authorization }
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(answersWithinMs) })
    await response.body?.cancel()
    return response.ok
  } catch {
    // Not listening or not responding yet.
    return false
  }
}

/** A configuration file, a setting per line. */
export function linesOf(settings: Readonly<Record<string, unknown>>, separator: '=' | ': '): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}${separator}${value}\n`)
    .join('')
}
