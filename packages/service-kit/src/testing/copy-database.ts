import postgres from 'postgres'
import type { DatabaseUrls } from '../database/open-database.ts'
import {
  databaseUrls,
  identifier,
  limitConnections,
  provisionDatabase,
} from '../database/provision-database.ts'

const lockKey = 7_201_334_003
const done = 'prepared'

/** `prepare` fills the template the first time; `name` is the new database. */
export interface DatabaseCopy {
  readonly template: string
  readonly name: string
  readonly prepare: (template: DatabaseUrls) => Promise<void>
}

/**
 * Copies a prepared database with its grants, policies and logins, much faster than migrating.
 * Concurrent callers share one template; a half-made one is rebuilt.
 */
export async function copyDatabase(adminUrl: string, copy: DatabaseCopy): Promise<DatabaseUrls> {
  const { template, name } = copy
  const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined })
  try {
    await admin`select pg_advisory_lock(${lockKey})`
    const [prepared] = await admin`
      select 1 from pg_database where datname = ${template} and shobj_description(oid, 'pg_database') = ${done}`
    if (!prepared) {
      await admin`drop database if exists ${admin(template)}`
      await copy.prepare(await provisionDatabase(adminUrl, template))
      await admin`comment on database ${admin(template)} is ${admin.unsafe(`'${done}'`)}`
    }
    // Files as a whole: else each page goes through the log.
    await admin`create database ${admin(name)} template ${admin(template)}
      strategy file_copy owner ${admin(`${template}_owner`)}`
    await limitConnections(admin, { database: name, roles: template })
  } finally {
    await admin.end({ timeout: 1 })
  }
  return databaseUrls(adminUrl, { roles: template, database: name })
}

/** Drops a database and its sessions; its logins remain. */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined })
  try {
    await admin`drop database if exists ${admin(identifier(name))} with (force)`
  } finally {
    await admin.end({ timeout: 1 })
  }
}
