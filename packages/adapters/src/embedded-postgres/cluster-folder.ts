import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { type Account, isRoot, unusedUid } from './postgres-account.ts'

/** The folders of one embedded Postgres. */
export type ClusterFolder = ReturnType<typeof describeFolder>

/** For clusters that cannot be in their data folder. */
const elsewhere = '/var/lib/compliance-portal'

/**
 * `dataFolder` itself; but for root, if an unprivileged account could not enter it (below a home of
 * mode 0700), a folder under /var/lib named by an id in `dataFolder`. The first choice is kept even
 * if permissions change; deleting `dataFolder` starts afresh.
 */
export async function findClusterFolder(dataFolder: string): Promise<ClusterFolder> {
  const wanted = resolve(dataFolder)
  const idFile = join(wanted, 'cluster-id')
  if (!isRoot() || (!existsSync(idFile) && (await isOpenToOthers(wanted)))) {
    return describeFolder(wanted, false)
  }
  if (existsSync(join(wanted, 'cluster'))) {
    throw new EmbeddedPostgresError(
      `The databases in ${wanted} were made when others could pass through its parent folders; let them again (chmod o+x).`,
    )
  }
  return describeFolder(join(elsewhere, await readOrMakeFile(idFile, randomUUID())), true)
}

/** Creates the folder: others may traverse it, but read nothing in it. */
export async function makeClusterFolder(folder: ClusterFolder): Promise<void> {
  await mkdir(folder.root, { recursive: true, mode: isRoot() ? 0o711 : 0o700 })
}

/** The superuser's password: 256 random bits, generated once, mode 600. */
export function readOrMakePassword(folder: ClusterFolder): Promise<string> {
  return readOrMakeFile(folder.passwordFile, randomBytes(32).toString('base64url'))
}

/** The account that the cluster belongs to: our own, or for root one that only this cluster has. */
export async function clusterAccount(folder: ClusterFolder): Promise<Account> {
  if (!isRoot()) return {}
  const uid = Number(await readOrMakeFile(folder.accountFile, String(await unusedUid())))
  return { uid, gid: uid }
}

/** The file's content, made if missing. Linked into place, so it is never seen empty. */
async function readOrMakeFile(path: string, content: string): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => null)
  if (known !== null) return known.trim()
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, content, { mode: 0o600 })
  // If another start was quicker, its content wins.
  await link(draft, path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  await rm(draft)
  return (await readFile(path, 'utf8')).trim()
}

/** `isElsewhere`: this is not the folder that the caller asked for. */
function describeFolder(root: string, isElsewhere: boolean) {
  return {
    root,
    /** Postgres' own data directory. */
    cluster: join(root, 'cluster'),
    passwordFile: join(root, 'admin-password'),
    /** The cluster's uid if root started it. */
    accountFile: join(root, 'account'),
    /** Outside of the data directory, whose owner could replace them there. */
    settingsFile: join(root, 'postgresql.conf'),
    accessFile: join(root, 'pg_hba.conf'),
    logFile: join(root, 'postgres.log'),
    supervisorFile: join(root, 'supervisor.json'),
    isElsewhere,
  }
}

/** Whether other accounts can enter it. A missing folder counts: it will be created so. */
export async function isOpenToOthers(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await stat(at).catch(() => null)
    if (found && (found.mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}
