import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import { retry } from '../sleep.ts'
import type { DatabaseUrls } from './open-database.ts'
import { organizationTables } from './organization-tables.ts'
import { secureTables } from './secure-tables.ts'

/** A service's migrations folder and the tables its platform role may use. */
export interface Migrations {
  readonly folder: URL
  readonly platformTables: readonly string[]
  /** Tables whose rows no runtime role may change or remove; none by default. */
  readonly appendOnlyTables?: readonly string[]
}

const kitFolder = new URL('../../drizzle/', import.meta.url)
const lockKey = 7_201_334_001
/** Below the 5 s after which a transaction is given up. */
const lockTimeoutMs = 2000
/** Four minutes in all, less than a pod may take to start. */
const pauses = { firstMs: 1000, maxMs: 8000 }
const attemptsMax = 30

/**
 * Migrates the kit's and the service's tables, then roles and row security; replicas may start
 * concurrently. A database that a later release has migrated stays as it is: that release knows its
 * tables. Tables that are as they should be are not locked; a change of another waits up to four
 * minutes for its readers, without holding up new ones. Throws if a tenant table would be
 * unprotected or could not be purged.
 */
export async function migrate(urls: DatabaseUrls, migrations: Migrations): Promise<void> {
  const client = postgres(urls.owner, { max: 1, onnotice: () => undefined })
  try {
    await client`select pg_advisory_lock(${lockKey})`
    // Queries of a table queue behind a change that waits for its lock. Set after the wait above.
    await client`set lock_timeout = ${client.unsafe(String(lockTimeoutMs))}`
    const patience = { ...pauses, failed: throwUnlessLocked }
    await retry(() => migrateAlone(client, urls, migrations), patience)
  } finally {
    await client.end({ timeout: 1 })
  }
}

async function migrateAlone(client: postgres.Sql, urls: DatabaseUrls, migrations: Migrations): Promise<void> {
  const db = drizzle(client)
  const kit = { migrationsFolder: fileURLToPath(kitFolder), migrationsTable: 'service_kit' }
  const own = { migrationsFolder: fileURLToPath(migrations.folder), migrationsTable: 'service' }
  for (const config of [kit, own]) await applyMigrations(db, config)
  if ((await isLater(client, kit)) || (await isLater(client, own))) return
  await organizationTables(db)
  await secureTables(client, {
    roles: roleNames(urls),
    platformTables: migrations.platformTables,
    appendOnlyTables: migrations.appendOnlyTables ?? [],
  })
}

/** A table that is in use, as by a backup, is tried again. */
function throwUnlessLocked(error: unknown, attempt: number): void {
  if (attempt >= attemptsMax || !isLockTimeout(error)) throw error
}

function isLockTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '55P03') || isLockTimeout(error.cause)
}

/** Whether the database has migrations that come after those of this release. */
async function isLater(
  client: postgres.Sql,
  config: { readonly migrationsFolder: string; readonly migrationsTable: string },
): Promise<boolean> {
  const [last] = await client<{ at: string | null }[]>`
    select max(created_at) as at from ${client('drizzle')}.${client(config.migrationsTable)}`
  return (
    Number(last?.at ?? 0) > Math.max(0, ...readMigrationFiles(config).map(({ folderMillis }) => folderMillis))
  )
}

function roleNames(urls: DatabaseUrls): Readonly<Record<'app' | 'platform', string>> {
  const user = (url: string) => decodeURIComponent(new URL(url).username)
  return { app: user(urls.app), platform: user(urls.platform) }
}
