import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
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
 * concurrently. A database that a later release has migrated stays as it is: that release knows its
 * tables. Throws if a tenant table would be unprotected or could not be purged.
 */
export async function migrate(urls: DatabaseUrls, migrations: Migrations): Promise<void> {
  const client = postgres(urls.owner, { max: 1, onnotice: () => undefined })
  try {
    await client`select pg_advisory_lock(${lockKey})`
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
  } finally {
    await client.end({ timeout: 1 })
  }
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
