import { findEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { databaseUrls } from '@portal/service-kit/database/provision-database'
import { sql } from 'drizzle-orm'
import { postgresFolder } from '../standalone/data-folder.ts'
import { type Usage, usageBelow } from './process-usage.ts'

/** What a portal of one's own had used, and how many events it had published, at a moment. */
export interface PortalSample {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly usage: Usage
  readonly events: number
}

const everyMs = 1000

export interface PortalWatch extends AsyncDisposable {
  /** Resolves to everything seen. */
  stop(): Promise<readonly PortalSample[]>
}

interface Watched {
  readonly pid: number
  readonly dataFolder: string
}

/** Looks once a second until it is stopped. */
export async function watchPortal({ pid, dataFolder }: Watched): Promise<PortalWatch> {
  const log = await openEventCount(dataFolder)
  const samples: PortalSample[] = []
  const look = async () => {
    const [usage, events] = await Promise.all([usageBelow(pid), log.count()])
    samples.push({ at: Date.now(), usage, events })
  }
  let looking = look()
  const timer = setInterval(() => {
    looking = looking.then(look)
  }, everyMs)
  let stopped: Promise<void> | null = null
  const stop = async () => {
    clearInterval(timer)
    stopped ??= looking.then(look).finally(log.close)
    await stopped
    return samples
  }
  return { stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

/** The embedded log counts the events of each topic. */
async function openEventCount(dataFolder: string) {
  const adminUrl = await findEmbeddedPostgres(postgresFolder(dataFolder))
  const { owner } = databaseUrls(adminUrl, { database: 'events', roles: 'events' })
  const database = openDatabase({
    urls: { app: owner, platform: owner },
    ...{ name: 'load', appConnections: 1, platformConnections: 1 },
  })
  return {
    count: () =>
      database.platformTx(async (db) => {
        const [row] = await db.execute(sql`select coalesce(sum(last_position), 0) as count from topics`)
        return Number(row?.count ?? 0)
      }),
    close: () => database.close(),
  }
}
