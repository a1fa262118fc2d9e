import { type Migrations, migrate } from './database/migrate.ts'
import { type Database, type DatabaseUrls, openDatabase } from './database/open-database.ts'
import type { HealthOptions } from './http/health.ts'
import type { Logger } from './logger.ts'

/** What every service has, whatever it serves. */
export interface LifecycleOptions {
  readonly name: string
  readonly urls: DatabaseUrls
  readonly migrations: Migrations
  readonly version: string
  readonly log: Logger
  readonly platformConnections?: number
}

export interface Lifecycle {
  readonly database: Database
  /** For the probes: readiness fails as soon as the service stops. */
  readonly health: HealthOptions
  /** Registers a clean-up; they run in reverse order. */
  onStop(stop: () => Promise<unknown>): void
}

/**
 * One life of a service, from migrations to closed database. Runs the clean-ups on `stop`, or when
 * a later step of the start fails, which then rejects.
 */
export async function startLifecycle<Running extends { readonly url: string }>(
  options: LifecycleOptions,
  start: (lifecycle: Lifecycle) => Promise<Running>,
): Promise<Running & { stop(): Promise<void> }> {
  const { name, urls, migrations, version, log, platformConnections } = options
  await migrate(urls, migrations)
  await using started = new AsyncDisposableStack()
  const database = openDatabase({ urls, name, ...(platformConnections ? { platformConnections } : {}) })
  started.defer(() => database.close())
  let isStopping = false
  const running = await start({
    database,
    health: { version, check: () => database.check(), isStopping: () => isStopping },
    onStop: (stop) => started.defer(async () => void (await stop())),
  })
  log.info({ url: running.url }, 'serving')
  const ending = started.move()
  return {
    ...running,
    stop: async () => {
      isStopping = true
      await ending.disposeAsync()
      log.info('stopped')
    },
  }
}
