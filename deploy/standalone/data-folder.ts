import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findClusterFolder } from '@portal/adapters/embedded-postgres/cluster-folder'
import { removeEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { isRoot } from '@portal/adapters/embedded-postgres/postgres-account'

/** Where Postgres keeps the databases of a data folder. */
export function postgresFolder(dataFolder: string): string {
  return join(dataFolder, 'postgres')
}

/** Where real engines keep their data: in the data folder, or elsewhere when their own user could not go there. */
export async function findEnginesData(dataFolder: string): Promise<string> {
  return (await findClusterFolder(join(dataFolder, 'engines'))).root
}

/** Where sent mail lies while no mail server is named. */
export function mailFolder(dataFolder: string): string {
  return join(dataFolder, 'mail')
}

/** Where the files of published remotes lie. */
export function remotesFolder(dataFolder: string): string {
  return join(dataFolder, 'remotes')
}

/**
 * Makes the data folder, for its owner alone. Started as root, another account must pass through it, the one that Postgres runs as; then
 * what lies in it is closed instead.
 */
export async function makeDataFolder(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  for (const name of ['files', 'search', 'audit-heads', 'mail']) {
    await mkdir(join(dataFolder, name), { recursive: true, mode: 0o700 })
  }
}

/** Removes everything in it, databases first. Throws one sentence when a running portal uses it. */
export async function removeDataFolder(dataFolder: string, log: (line: string) => void): Promise<void> {
  await removeEmbeddedPostgres(postgresFolder(dataFolder), log)
  await rm(await findEnginesData(dataFolder), { recursive: true, force: true })
  await rm(dataFolder, { recursive: true, force: true })
}
