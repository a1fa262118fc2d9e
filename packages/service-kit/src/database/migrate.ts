import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
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

/**
 * Migrates the kit's and the service's tables, then roles and row security; replicas may start
 * concurrently. Throws if a tenant table would be unprotected or could not be purged.
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

function roleNames(urls: DatabaseUrls): Readonly<Record<'app' | 'platform', string>> {
  const user = (url: string) => decodeURIComponent(new URL(url).username)
  return { app: user(urls.app), platform: user(urls.platform) }
}
