import type { ForeignCopy } from '@portal/service-kit/backup/database-copy'
import { DatabaseSnapshot } from '@portal/service-kit/backup/database-snapshot'
import type { BlobStore } from '@portal/service-kit/ports/blob-store'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { sleep } from '@portal/service-kit/sleep'
import { type BackupManifest, backupKeys } from './backup-manifest.ts'
import type { BackupStore } from './backup-store.ts'
import { type ConsumerGroup, recordEvents, untilHandled } from './record-events.ts'

/** What is backed up; `installation` gives the files of a local portal by path. */
export interface BackupSource {
  /** The owner's address of each part's database. */
  readonly databases: ReadonlyMap<string, string>
  /** Keycloak's address of its database; null if its accounts are not backed up here. */
  readonly keycloak: string | null
  readonly blobs: BlobStore
  readonly heads: BlobStore
  readonly bus: EventBus
  readonly groups: readonly ConsumerGroup[]
  readonly installation: AsyncIterable<[path: string, Uint8Array]>
}

const handledWithinMs = 120_000
/** The recording hears of an event at once, or after five seconds if nobody announced it. */
const recordedAfterMs = 6000

/**
 * Takes a backup of a running portal, at one moment: its databases are read as they were then, and
 * what was on its way between them is recorded. Signed heads are taken before, so that none is
 * ahead of its chain; files after, so that no row lacks its file; the identity provider's database
 * last, so that no person lacks their account. Throws a sentence if a consumer does not keep up.
 */
export async function takeBackup(
  source: BackupSource,
  store: BackupStore,
  note: (line: string) => void,
): Promise<BackupManifest> {
  await using recording = await recordEvents(source.bus)
  await untilHandled(source.bus, source.groups, handledWithinMs)
  const heads = await copyBlobs(source.heads, 'audit-heads/', { to: store, folder: backupKeys.heads })
  await using opened = new AsyncDisposableStack()
  const open = async (url: string) => opened.use(await DatabaseSnapshot.open(url))
  const snapshots = await openSnapshots(source.databases, open)
  const accounts = source.keycloak === null ? null : await open(source.keycloak)
  const at = new Date()
  const [events, databases] = await Promise.all([
    // What is published later is of another moment: it may delete what these databases have.
    sleep(recordedAfterMs).then(() => recording.end(at)),
    copyDatabases(snapshots, store, note),
  ])
  const keycloak = accounts && (await copyAccounts(accounts, store, note))
  const files = await copyBlobs(source.blobs, 'org/', { to: store, folder: backupKeys.files })
  note(`${files} files`)
  const installation = await keepInstallation(source, store)
  await store.put(backupKeys.events, Buffer.from(JSON.stringify(events)))
  const manifest: BackupManifest = {
    ...{ format: 1, at: at.toISOString(), databases, files, heads, installation },
    ...{ events: events.length, ...(keycloak && { keycloak }) },
  }
  await store.finish(manifest)
  return manifest
}

/** The provider's last: an account is made before a part's row names it. */
async function openSnapshots(
  databases: BackupSource['databases'],
  open: (url: string) => Promise<DatabaseSnapshot>,
): Promise<(readonly [name: string, DatabaseSnapshot])[]> {
  const parts = [...databases].filter(([name]) => name !== 'identity')
  const snapshots = await Promise.all(parts.map(async ([name, url]) => [name, await open(url)] as const))
  const identity = databases.get('identity')
  return identity === undefined ? snapshots : [...snapshots, ['identity', await open(identity)]]
}

/** Ends each snapshot with its copy: while it is open, its tables cannot be altered. */
async function copyDatabases(
  snapshots: readonly (readonly [name: string, DatabaseSnapshot])[],
  store: BackupStore,
  note: (line: string) => void,
): Promise<BackupManifest['databases']> {
  const databases: BackupManifest['databases'] = {}
  for (const [name, snapshot] of snapshots) {
    databases[name] = await snapshot.copy((table, rows) =>
      store.putParts((part) => backupKeys.part(name, table, part), rows),
    )
    await snapshot[Symbol.asyncDispose]()
    note(`${name}: ${rowsIn(databases[name])} rows`)
  }
  return databases
}

async function copyAccounts(
  snapshot: DatabaseSnapshot,
  store: BackupStore,
  note: (line: string) => void,
): Promise<ForeignCopy> {
  const copy = await snapshot.copyForeign((table, rows) =>
    store.putParts((part) => backupKeys.part('keycloak', table, part), rows),
  )
  await snapshot[Symbol.asyncDispose]()
  note(`keycloak: ${rowsIn(copy)} rows`)
  return copy
}

/** The rows of all tables of a database's copy. */
export function rowsIn({ tables }: Pick<ForeignCopy, 'tables'>): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0)
}

async function copyBlobs(
  from: BlobStore,
  prefix: string,
  { to, folder }: { readonly to: BackupStore; readonly folder: string },
): Promise<number> {
  let count = 0
  for await (const { key } of from.list(prefix)) {
    const content = await from.get(key)
    // Removed since it was listed: no row of the snapshot may name it any longer.
    if (content === null) continue
    await to.put(`${folder}/${key}`, content)
    count += 1
  }
  return count
}

async function keepInstallation({ installation }: BackupSource, store: BackupStore): Promise<string[]> {
  const paths: string[] = []
  for await (const [path, content] of installation) {
    await store.put(`${backupKeys.installation}/${paths.length}`, content)
    paths.push(path)
  }
  return paths
}
