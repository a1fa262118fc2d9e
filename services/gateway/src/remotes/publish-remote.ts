import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { remoteStatement } from '@portal/contracts/remote-statement'
import type { RemoteEntry } from '@portal/contracts/remotes'
import { and, desc, eq } from 'drizzle-orm'
import { InvalidBuild, type RemoteBuild, readRemoteBuild } from './remote-build.ts'
import {
  type Author,
  lockRemote,
  RefusedRemote,
  type RemoteStore,
  reasonAgainst,
  recordAct,
} from './remote-store.ts'
import { remoteVersions } from './tables.ts'

/** A build that somebody publishes. */
export interface Publication {
  readonly name: string
  /** With the build's files and its `remote.json`. */
  readonly folder: string
  /** Adds the signature; by default the description's own counts, if it has one. */
  readonly sign?: (entry: RemoteEntry) => RemoteEntry
  readonly author: Author
}

/**
 * Publishes a build as a version of a remote that nobody sees before it is promoted, pinned or
 * previewed: checks it, copies its files to `<name>/<version>/`, and adds its entry. Publishing the
 * same build again lays out files that are lost, and changes nothing else. Throws InvalidBuild and
 * RefusedRemote.
 */
export async function publishRemote(store: RemoteStore, publication: Publication): Promise<RemoteEntry> {
  const { name, folder, author, sign = (entry) => entry } = publication
  const build = await readRemoteBuild(name, folder)
  const entry = sign(build.entry)
  if (!entry.contract || entry.files === undefined) {
    throw new InvalidBuild(
      `${name} ${entry.version} does not say for which shells it is: it was built with packages from before there was a contract. Build it again with the packages of this portal.`,
    )
  }
  const reason = reasonAgainst(entry, store)
  if (reason !== null) throw new RefusedRemote(reason)
  await copyBuild(build, join(store.directory, name, entry.version))
  await store.database.platformTx(async (db) => {
    await lockRemote(db, name)
    const [known] = await db
      .select({ entry: remoteVersions.entry })
      .from(remoteVersions)
      .where(and(eq(remoteVersions.name, name), eq(remoteVersions.version, entry.version)))
    if (known && remoteStatement(known.entry) !== remoteStatement(entry))
      throw new RefusedRemote(`${name} ${entry.version} was published with other content: versions stay.`)
    if (known && known.entry.signature === entry.signature) return
    await db
      .insert(remoteVersions)
      .values({ name, version: entry.version, entry, isCurrent: false, publishedAt: new Date() })
      .onConflictDoUpdate({ target: [remoteVersions.name, remoteVersions.version], set: { entry } })
    await recordAct(db, author, { name, act: 'publish', version: entry.version })
  })
  return entry
}

/** The published versions of all remotes, the latest first. */
export function listRemoteVersions({ database }: Pick<RemoteStore, 'database'>) {
  return database.platformTx((db) =>
    db.select().from(remoteVersions).orderBy(remoteVersions.name, desc(remoteVersions.publishedAt)),
  )
}

/** Versions are immutable: a whole one stays, and an incomplete copy never has its name. */
async function copyBuild(build: RemoteBuild, target: string): Promise<void> {
  const isWhole = () => readRemoteBuild(build.entry.name, target).then(() => true, isInvalid)
  const isThere = (await stat(target).catch(() => null)) !== null
  if (isThere && (await isWhole())) return
  const draft = join(dirname(target), `.${randomUUID()}`)
  try {
    for (const file of [...build.files, 'remote.json']) {
      const copy = join(draft, file)
      await mkdir(dirname(copy), { recursive: true })
      await copyFile(join(build.folder, file), copy)
    }
    if (isThere) await rm(target, { recursive: true })
    // Another gateway may have been faster.
    await rename(draft, target).catch(async (error) => {
      if (!(await isWhole())) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

function isInvalid(error: unknown): false {
  if (error instanceof InvalidBuild) return false
  throw error
}
