import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import type { TestProject } from 'vitest/node'
import { fastFolder } from './fast-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresAdminUrl: string
  }
}

/** Vitest's global setup: one Postgres for the run, removed afterwards. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startEmbeddedPostgres({
    dataFolder: join(await fastFolder(), `portal-test-${randomBytes(6).toString('hex')}`),
    isTemporary: true,
    log: (line) => project.vitest.logger.log(line),
  })
  project.provide('postgresAdminUrl', postgres.adminUrl)
  return () => postgres.stop()
}
