import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RemoteEntry } from '@portal/contracts/remotes'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Database } from '@portal/service-kit/database/open-database'
import { and, desc, eq, sql } from 'drizzle-orm'
import { remoteVersions } from '../schema.ts'
import { InvalidBuild, type RemoteBuild, readRemoteBuild } from './remote-build.ts'

/** Published remotes: files in a directory, entries in the gateway's database. */
export interface RemoteStore {
  readonly database: Database
  readonly directory: string
}

/**
 * Publishes a build as the current version of a remote: checks it, copies its files to
 * `<name>/<version>/`, then replaces the entry. Browsers load it with their next page, without a
 * build of the shell. Publishing the same build again changes nothing. Throws InvalidBuild.
 */
export async function publishRemote(store: RemoteStore, name: string, folder: string): Promise<RemoteEntry> {
  const build = await readRemoteBuild(name, folder)
  await copyBuild(build, join(store.directory, name, build.entry.version))
  await store.database.platformTx((db) => makeCurrent(db, build.entry))
  return build.entry
}

/** Makes an earlier version current again. Throws InvalidBuild if it was never published. */
export async function rollBackRemote(
  store: RemoteStore,
  name: string,
  version: string,
): Promise<RemoteEntry> {
  return store.database.platformTx(async (db) => {
    const [row] = await db
      .select({ entry: remoteVersions.entry })
      .from(remoteVersions)
      .where(and(eq(remoteVersions.name, name), eq(remoteVersions.version, version)))
    if (!row) throw new InvalidBuild(`Version ${version} of '${name}' was never published.`)
    await makeCurrent(db, row.entry)
    return row.entry
  })
}

/** The published versions of all remotes, the latest first. */
export function listRemoteVersions({ database }: RemoteStore) {
  return database.platformTx((db) =>
    db.select().from(remoteVersions).orderBy(remoteVersions.name, desc(remoteVersions.publishedAt)),
  )
}

/** Versions are immutable: an existing one stays, and an incomplete copy never has its name. */
async function copyBuild(build: RemoteBuild, target: string): Promise<void> {
  if (await stat(target).catch(() => null)) {
    await readRemoteBuild(build.entry.name, target)
    return
  }
  const draft = join(dirname(target), `.${randomUUID()}`)
  try {
    for (const file of [...build.files, 'remote.json']) {
      const copy = join(draft, file)
      await mkdir(dirname(copy), { recursive: true })
      await copyFile(join(build.folder, file), copy)
    }
    await rename(draft, target)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function makeCurrent(db: TransactionHandle, entry: RemoteEntry): Promise<void> {
  const { name, version } = entry
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`remote ${name}`}))`)
  await db
    .update(remoteVersions)
    .set({ isCurrent: false })
    .where(and(eq(remoteVersions.name, name), eq(remoteVersions.isCurrent, true)))
  await db
    .insert(remoteVersions)
    .values({ name, version, entry, isCurrent: true, publishedAt: new Date() })
    .onConflictDoUpdate({
      target: [remoteVersions.name, remoteVersions.version],
      set: { isCurrent: true, entry },
    })
}
