import { hasTables, loadForeignDatabase } from '@portal/service-kit/backup/load-foreign-database'
import { type BackupManifest, backupKeys } from '../backup/backup-manifest.ts'
import type { BackupStore } from '../backup/backup-store.ts'

/** Fills Keycloak's database; resolves to its number of tables. */
export type RestoreAccounts = () => Promise<number>

/**
 * What restores Keycloak's accounts into the database at `url`, which Keycloak has not begun to
 * use: it starts on them afterwards, and migrates them if it is newer. Throws a sentence if the
 * database has tables, or the backup no accounts.
 */
export async function findAccounts(
  url: string,
  store: BackupStore,
  { keycloak: copy }: BackupManifest,
): Promise<RestoreAccounts> {
  if (!copy)
    throw new Error(
      'KEYCLOAK_DATABASE_URL is set, and the backup has no accounts of Keycloak: it was taken without.',
    )
  if (await hasTables(url))
    throw new Error(
      "Keycloak's database has tables. Stop Keycloak and name an empty database in KEYCLOAK_DATABASE_URL, or leave that out to keep the accounts that are there.",
    )
  return async () => {
    await loadForeignDatabase(url, copy, (table) =>
      store.getParts((part) => backupKeys.part('keycloak', table, part), table.parts),
    )
    return copy.tables.length
  }
}
