import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { findEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { ConfigError } from '@portal/service-kit/config'
import type { DatabaseUrls } from '@portal/service-kit/database/open-database'
import { databaseUrls } from '@portal/service-kit/database/provision-database'
import { postgresFolder, remotesFolder } from '../../standalone/data-folder.ts'
import { databaseName, type ProcessName, processNames } from '../../standalone/topology.ts'
import type { BackupEnvironment } from './config.ts'

/** The stores of a portal, wherever they are. */
export interface Stores {
  readonly databases: ReadonlyMap<ProcessName, DatabaseUrls>
  readonly blobs: string
  readonly heads: string
  readonly events: string
  /** Keycloak's database, if its accounts belong to the backup. */
  readonly keycloak: string | null
}

/**
 * The stores that the environment names, else those of the local portal whose Postgres is at
 * `adminUrl`. Throws ConfigError if the environment names databases and not the rest.
 */
export function findStores(
  environment: BackupEnvironment,
  { dataFolder, adminUrl }: { readonly dataFolder: string; readonly adminUrl: string | null },
): Stores {
  const { BLOBS_URL, AUDIT_HEADS_URL, EVENTS_URL, BACKUP_DATABASES, KEYCLOAK_DATABASE_URL } = environment
  if (BACKUP_DATABASES !== undefined) {
    const missing = { BLOBS_URL, AUDIT_HEADS_URL, EVENTS_URL }
    for (const [name, value] of Object.entries(missing))
      if (value === undefined) throw new ConfigError(`${name} is missing beside BACKUP_DATABASES.`)
  }
  if (adminUrl === null && BACKUP_DATABASES === undefined)
    throw new ConfigError('There is neither a local portal nor BACKUP_DATABASES.')
  const local = (process: string) => {
    const name = databaseName(process)
    return databaseUrls(adminUrl ?? '', { database: name, roles: name })
  }
  const databases = BACKUP_DATABASES
    ? processNames.flatMap((name) => {
        const urls = BACKUP_DATABASES[name]
        return urls ? [[name, urls] as const] : []
      })
    : processNames.map((name) => [name, local(name)] as const)
  return {
    databases: new Map(databases),
    blobs: BLOBS_URL ?? `file:${dataFolder}/files`,
    heads: AUDIT_HEADS_URL ?? `file:${dataFolder}/audit-heads`,
    events: EVENTS_URL ?? `log:${local('events').owner}`,
    keycloak: KEYCLOAK_DATABASE_URL ?? null,
  }
}

/** The superuser's address of the local portal's Postgres; null when databases are named. */
export async function findAdminUrl(
  { BACKUP_DATABASES }: BackupEnvironment,
  dataFolder: string,
): Promise<string | null> {
  return BACKUP_DATABASES ? null : findEmbeddedPostgres(postgresFolder(dataFolder))
}

const keptFiles = ['secrets.json', 'portal.json', 'projections.json']

/** What a local portal has in its data folder beside its stores, by path. */
export async function* installationFiles(dataFolder: string): AsyncIterable<[path: string, Uint8Array]> {
  for (const file of keptFiles) yield [file, await readFile(join(dataFolder, file))]
  const remotes = remotesFolder(dataFolder)
  for (const entry of await readdir(remotes, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    yield [relative(dataFolder, file).split(sep).join('/'), await readFile(file)]
  }
}
