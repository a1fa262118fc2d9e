import { createHash, randomBytes } from 'node:crypto'
import { type Migrations, migrate } from '@portal/service-kit/database/migrate'
import type { DatabaseUrls } from '@portal/service-kit/database/open-database'
import { copyDatabase, dropDatabase } from '@portal/service-kit/testing/copy-database'
import { inject } from 'vitest'

/** A test's own database on the run's Postgres. */
export interface TestDatabase extends AsyncDisposable {
  readonly urls: DatabaseUrls
  /** Terminates every session and drops the database. */
  drop(): Promise<void>
}

/**
 * A fresh database, copied from a template that the first call of the run migrates. Databases with
 * the same migrations share logins, never rows.
 */
export async function createTestDatabase(migrations: Migrations): Promise<TestDatabase> {
  const key = createHash('sha256')
    .update(JSON.stringify([migrations.folder.href, migrations.platformTables, migrations.appendOnlyTables]))
    .digest('hex')
    .slice(0, 12)
  return copyOf(`template_${key}`, (template) => migrate(template, migrations))
}

/** A fresh database without tables; such databases share logins. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyOf('template_empty', async () => undefined)
}

async function copyOf(
  template: string,
  prepare: (template: DatabaseUrls) => Promise<void>,
): Promise<TestDatabase> {
  const adminUrl = inject('postgresAdminUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const urls = await copyDatabase(adminUrl, { template, name, prepare })
  const drop = (): Promise<void> => dropDatabase(adminUrl, name)
  return { urls, drop, [Symbol.asyncDispose]: drop }
}
