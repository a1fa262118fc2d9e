import { setFlagsFromString } from 'node:v8'
import { isDatabaseAway } from './database/connection-slot.ts'
import { type Migrations, migrate } from './database/migrate.ts'
import {
  type Database,
  type DatabaseOptions,
  type DatabaseUrls,
  openDatabase,
} from './database/open-database.ts'
import type { HealthOptions } from './http/health.ts'
import type { Logger } from './logger.ts'
import { backoff, sleep } from './sleep.ts'

/** What every service has, whatever it serves. */
export interface LifecycleOptions extends DatabaseOptions {
  readonly urls: DatabaseUrls
  readonly migrations: Migrations
  readonly version: string
  readonly log: Logger
}

export interface Lifecycle {
  readonly database: Database
  /** For the probes: readiness fails as soon as the service stops. */
  readonly health: HealthOptions
  /** Registers a clean-up; they run in reverse order. */
  onStop(stop: () => Promise<unknown>): void
}

type Started<Running> = Promise<Running & { stop(): Promise<void> }>

const databaseBackoff = { firstMs: 200, maxMs: 5000 }

/**
 * One life of a service, from migrations to closed database. Runs the clean-ups on `stop`, or when
 * a later step of the start fails, which then rejects; while the database is away it starts again.
 */
export async function startLifecycle<Running extends { readonly url: string }>(
  options: LifecycleOptions,
  start: (lifecycle: Lifecycle) => Promise<Running>,
): Started<Running> {
  collectGarbageLessOften()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options, start)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      options.log.warn({ err: error }, 'the database is away; the start goes on as soon as it answers')
    }
    await sleep(backoff(attempt, databaseBackoff))
  }
}

async function startOnce<Running extends { readonly url: string }>(
  options: LifecycleOptions,
  start: (lifecycle: Lifecycle) => Promise<Running>,
): Started<Running> {
  const { urls, migrations, version, log } = options
  await migrate(urls, migrations)
  await using started = new AsyncDisposableStack()
  const database = openDatabase(options)
  started.defer(() => database.close())
  let isStopping = false
  const running = await start({
    database,
    // A busy part is ready: taken out of service, it would leave its work to the others.
    health: { version, check: () => database.check({ isUrgent: true }), isStopping: () => isStopping },
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

/**
 * Lets each heap of this process grow to two and a half times what a full collection leaves. V8
 * grows the heap of a process that has been idle by three tenths only, and a service through which
 * large files pass then collects every second, 20 ms in which nobody gets an answer
 * (docs/performance.md).
 */
function collectGarbageLessOften(): void {
  setFlagsFromString('--heap-growing-percent=150')
}
