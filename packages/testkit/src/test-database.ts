import { createHash, randomBytes } from 'node:crypto'
import { copyDatabase } from '@portal/service-kit/database/copy-database'
import { type Migrations, migrate } from '@portal/service-kit/database/migrate'
import type { DatabaseUrls } from '@portal/service-kit/database/open-database'
import { dropDatabase } from '@portal/service-kit/database/provision-database'
import { inject } from 'vitest'

/** A database of this test's own on the run's Postgres. */
export interface TestDatabase extends AsyncDisposable {
  readonly urls: DatabaseUrls
  /** Cuts every session and deletes it. */
  drop(): Promise<void>
}

/**
 * A fresh, migrated database: copied from a template that the first caller of the run migrates. Its logins are shared by all databases with
 * the same migrations; no rows are.
 */
export async function createTestDatabase(migrations: Migrations): Promise<TestDatabase> {
  const adminUrl = inject('postgresAdminUrl')
  const key = createHash('sha256')
    .update(JSON.stringify([migrations.folder.href, migrations.platformTables, migrations.appendOnlyTables]))
    .digest('hex')
    .slice(0, 12)
  const name = `test_${randomBytes(6).toString('hex')}`
  const urls = await copyDatabase(adminUrl, {
    template: `template_${key}`,
    name,
    prepare: (template) => migrate(template, migrations),
  })
  const drop = (): Promise<void> => dropDatabase(adminUrl, name)
  return { urls, drop, [Symbol.asyncDispose]: drop }
}
