import { EventEnvelope } from '@portal/contracts/events'
import { loadDatabase } from '@portal/service-kit/backup/load-database'
import { type Migrations, migrate } from '@portal/service-kit/database/migrate'
import { type DatabaseUrls, openDatabase } from '@portal/service-kit/database/open-database'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { enqueueRepublish } from '@portal/service-kit/republish-job'
import { z } from 'zod'
import { type BackupManifest, backupKeys } from '../backup/backup-manifest.ts'
import type { BackupStore } from '../backup/backup-store.ts'
import { findAccounts } from './restore-accounts.ts'

/** An empty portal that does not run: its databases exist, and nothing is in its stores. */
export interface RestoreTarget {
  readonly databases: ReadonlyMap<string, DatabaseUrls>
  /** An empty database of a Keycloak that is stopped; null: its accounts stay as they are. */
  readonly keycloak: string | null
  readonly migrationsOf: (database: string) => Promise<Migrations>
  readonly blobs: BlobStore
  readonly heads: BlobStore
  readonly bus: EventBus
}

/**
 * Fills an empty portal from a backup. When it starts, its search index fills itself, and the
 * deletions and erasures of its ledger are requested again. Throws a sentence if the portal is not
 * empty or has a part more, the backup is damaged, lacks accounts that are asked for, or was made
 * by another release.
 */
export async function restoreBackup(
  target: RestoreTarget,
  store: BackupStore,
  note: (line: string) => void,
): Promise<void> {
  const manifest = await store.manifest()
  for (const name of target.databases.keys())
    if (!manifest.databases[name])
      throw new Error(`This portal has a database ${name}, and the backup has none.`)
  const { keycloak } = target
  const restoreAccounts = keycloak === null ? null : await findAccounts(keycloak, store, manifest)
  if (manifest.keycloak && !restoreAccounts)
    note("Keycloak's accounts stay as they are: KEYCLOAK_DATABASE_URL is not set.")
  for (const [name, copy] of Object.entries(manifest.databases)) {
    const urls = target.databases.get(name)
    if (!urls) throw new Error(`The backup has a database ${name}, and this portal has none.`)
    await migrate(urls, await target.migrationsOf(name))
    await loadDatabase(urls.owner, copy, (table) =>
      store.getParts((part) => backupKeys.part(name, table, part), table.parts),
    )
    note(`${name}: ${copy.tables.length} tables`)
  }
  if (restoreAccounts) note(`keycloak: ${await restoreAccounts()} tables`)
  await putBlobs(store, target.blobs, { folder: backupKeys.files, count: manifest.files })
  await putBlobs(store, target.heads, { folder: backupKeys.heads, count: manifest.heads })
  note(`${manifest.files} files`)
  await publishAgain(target.bus, store, manifest)
  await requestDeletionsAgain(target.databases)
}

async function putBlobs(
  store: BackupStore,
  into: BlobStore,
  { folder, count }: { readonly folder: string; readonly count: number },
): Promise<void> {
  let put = 0
  for await (const key of store.keysUnder(folder)) {
    await into.put(key, await store.get(`${folder}/${key}`))
    put += 1
  }
  if (put !== count) throw new Error(`The backup is damaged: of ${count} blobs in ${folder} it has ${put}.`)
}

/** Who handled them before the backup skips them: their ids are in its inbox. */
async function publishAgain(bus: EventBus, store: BackupStore, { events }: BackupManifest): Promise<void> {
  const text = new TextDecoder().decode(await store.get(backupKeys.events))
  const recorded = z.array(EventEnvelope).length(events).parse(JSON.parse(text))
  for (const [topic, ofTopic] of Map.groupBy(recorded, ({ source }) => source))
    await bus.publish(topic, ofTopic)
}

/** A deletion that was under way at the backup's moment is done in some of the stores only. */
async function requestDeletionsAgain(databases: RestoreTarget['databases']): Promise<void> {
  const urls = databases.get('master-admin')
  if (!urls) throw new Error('This portal has no ledger of deletions.')
  const database = openDatabase({ urls, name: 'restore', platformConnections: 1 })
  try {
    await database.platformTx(enqueueRepublish)
  } finally {
    await database.close()
  }
}
