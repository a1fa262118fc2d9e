import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { isRoot } from './postgres-account.ts'

/** Where one embedded Postgres keeps its things. */
export interface ClusterFolder {
  /** Holds everything below. */
  readonly root: string
  /** Postgres' own data directory. */
  readonly cluster: string
  readonly passwordFile: string
  readonly logFile: string
  readonly supervisorFile: string
  /** True when it is not where the caller wanted it. */
  readonly isElsewhere: boolean
}

/** Where clusters go that their data folder cannot hold. */
const elsewhere = '/var/lib/compliance-portal'

/**
 * The folder for `dataFolder`: itself, unless we are root and an account without privileges could not enter it (a checkout under a home
 * with mode 0700); then one under /var/lib, named by an id that is kept in the data folder: who deletes that starts afresh. The first
 * choice stays, whatever becomes of the permissions.
 */
export async function findClusterFolder(dataFolder: string): Promise<ClusterFolder> {
  const wanted = resolve(dataFolder)
  const idFile = join(wanted, 'cluster-id')
  if (!isRoot() || (!(await exists(idFile)) && (await isOpenToOthers(wanted)))) {
    return describeFolder(wanted, false)
  }
  if (await exists(join(wanted, 'cluster'))) {
    throw new EmbeddedPostgresError(
      `The databases in ${wanted} were made when others could pass through its parent folders; let them again (chmod o+x).`,
    )
  }
  return describeFolder(join(elsewhere, await readOrMakeFile(idFile, randomUUID())), true)
}

/** Creates the folder: others may pass through it, nothing in it is theirs to read. */
export async function makeClusterFolder(folder: ClusterFolder): Promise<void> {
  await mkdir(folder.root, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
}

/** The superuser's password: 256 random bits, made once, mode 600. */
export function readOrMakePassword(folder: ClusterFolder): Promise<string> {
  return readOrMakeFile(folder.passwordFile, randomBytes(32).toString('base64url'))
}

/** The content that the file has from now on. Written beside it and linked, so it is never there without its content. */
async function readOrMakeFile(path: string, content: string): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => null)
  if (known !== null) return known.trim()
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, content, { mode: 0o600 })
  // Another start may have been quicker; then its content counts.
  await link(draft, path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await rm(draft)
  return (await readFile(path, 'utf8')).trim()
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function describeFolder(root: string, isElsewhere: boolean): ClusterFolder {
  return {
    root,
    cluster: join(root, 'cluster'),
    passwordFile: join(root, 'admin-password'),
    logFile: join(root, 'postgres.log'),
    supervisorFile: join(root, 'supervisor.json'),
    isElsewhere,
  }
}

/** A folder that does not exist yet will be made passable, so only those that exist count. */
async function isOpenToOthers(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await stat(at).catch(() => null)
    if (found && (found.mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}
