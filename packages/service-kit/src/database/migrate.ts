import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import type { DatabaseUrls } from './open-database.ts'
import { organizationTables } from './organization-tables.ts'
import { secureTables } from './secure-tables.ts'

/** What a service's database consists of: its migrations folder and the tables that the platform role may touch. */
export interface Migrations {
  readonly folder: URL
  readonly platformTables: readonly string[]
  /** Tables whose rows no role of the running service may change or remove; none by default. */
  readonly appendOnlyTables?: readonly string[]
}

const kitFolder = new URL('../../drizzle/', import.meta.url)
const lockKey = 7_201_334_001

/**
 * Brings a service's database up to date: service-kit's own tables, the service's tables, then roles and row security. Runs under an
 * advisory lock, so any number of replicas may start at once. Throws when a tenant table would be left unprotected, or could not be purged.
 */
export async function migrate(urls: DatabaseUrls, migrations: Migrations): Promise<void> {
  const client = postgres(urls.owner, { max: 1, onnotice: () => undefined })
  try {
    await client`select pg_advisory_lock(${lockKey})`
    const db = drizzle(client)
    await applyMigrations(db, { migrationsFolder: fileURLToPath(kitFolder), migrationsTable: 'service_kit' })
    await applyMigrations(db, {
      migrationsFolder: fileURLToPath(migrations.folder),
      migrationsTable: 'service',
    })
    await organizationTables(db)
    await secureTables(client, {
      roles: roleNames(urls),
      platformTables: migrations.platformTables,
      appendOnlyTables: migrations.appendOnlyTables ?? [],
    })
  } finally {
    await client.end({ timeout: 1 })
  }
}

function roleNames(urls: DatabaseUrls): Readonly<Record<'app' | 'platform' | 'reader', string>> {
  const user = (url: string) => decodeURIComponent(new URL(url).username)
  return { app: user(urls.app), platform: user(urls.platform), reader: user(urls.reader) }
}
