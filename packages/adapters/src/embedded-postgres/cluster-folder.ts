import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
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

/**
 * The folder for `dataFolder`: itself, unless we are root and an account without privileges could not enter it (a checkout under a home
 * with mode 0700); then one under /var/lib named by a hash of it, the same at every start.
 */
export async function findClusterFolder(dataFolder: string): Promise<ClusterFolder> {
  const wanted = resolve(dataFolder)
  if (!isRoot() || (await isOpenToOthers(wanted))) return describeFolder(wanted, false)
  const key = createHash('sha256').update(wanted).digest('hex').slice(0, 12)
  return describeFolder(join('/var/lib/compliance-portal', key), true)
}

/** Creates the folder: others may pass through it, nothing in it is theirs to read. */
export async function makeClusterFolder(folder: ClusterFolder): Promise<void> {
  await mkdir(folder.root, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
}

/** The superuser's password: 256 random bits, made once, mode 600. */
export async function readOrMakePassword(folder: ClusterFolder): Promise<string> {
  const password = randomBytes(32).toString('base64url')
  try {
    await writeFile(folder.passwordFile, password, { mode: 0o600, flag: 'wx' })
    return password
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    return (await readFile(folder.passwordFile, 'utf8')).trim()
  }
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
