import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findClusterFolder } from '@portal/adapters/embedded-postgres/cluster-folder'
import { removeEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { isRoot } from '@portal/adapters/embedded-postgres/postgres-account'

export function postgresFolder(dataFolder: string): string {
  return join(dataFolder, 'postgres')
}

/** The data folder, or one outside it if the engines' own user could not traverse it. */
export async function findEnginesData(dataFolder: string): Promise<string> {
  return (await findClusterFolder(join(dataFolder, 'engines'))).root
}

/** Folder for sent mail if no mail server is configured. */
export function mailFolder(dataFolder: string): string {
  return join(dataFolder, 'mail')
}

export function remotesFolder(dataFolder: string): string {
  return join(dataFolder, 'remotes')
}

/**
 * Creates the data folder with mode 700. As root, Postgres's own account must traverse it, so its
 * contents are closed instead.
 */
export async function makeDataFolder(dataFolder: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
  for (const name of ['files', 'search', 'audit-heads', 'mail']) {
    await mkdir(join(dataFolder, name), { recursive: true, mode: 0o700 })
  }
}

/** Empties it, databases first. Throws one sentence if a running portal uses it. */
export async function removeDataFolder(dataFolder: string, log: (line: string) => void): Promise<void> {
  await removeEmbeddedPostgres(postgresFolder(dataFolder), log)
  await rm(await findEnginesData(dataFolder), { recursive: true, force: true })
  await rm(dataFolder, { recursive: true, force: true })
}
