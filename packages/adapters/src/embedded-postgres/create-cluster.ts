import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ClusterFolder } from './cluster-folder.ts'
import { EmbeddedPostgresError, explainFailedStart } from './embedded-postgres-error.ts'
import { type Account, nobody } from './postgres-account.ts'
import { postgresMajor } from './postgres-binaries.ts'

interface NewCluster {
  /** The folder with `bin/initdb`. */
  readonly binaries: string
  readonly folder: ClusterFolder
  readonly account: Account
  readonly password: string
  /** Without fsync. */
  readonly isTemporary: boolean
}

/**
 * Creates the cluster unless it exists: UTF-8, the built-in C.UTF-8 collation (the same order on
 * every system), checksums, scram passwords. Created elsewhere and renamed, so a killed start
 * leaves nothing half-done.
 */
export async function createCluster(options: NewCluster): Promise<void> {
  const { folder, account } = options
  const version = await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version !== null && version.trim() !== postgresMajor)
    throw new EmbeddedPostgresError(
      `The data folder ${folder.root} was made by Postgres ${version.trim()}, this portal runs Postgres ${postgresMajor}; use another folder or --reset.`,
    )
  if (version === null) await makeCluster(options)
  else await ownCluster(folder.cluster, account)
  await configure(folder, account)
}

/** A folder that only the cluster's group can enter holds what other users must not reach. */
async function makeCluster(options: NewCluster): Promise<void> {
  const { folder, account, password } = options
  const draft = `${folder.cluster}.new`
  const [staging, passwordFile] = [join(draft, 'cluster'), join(draft, 'password')]
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await mkdir(staging, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  await readableTo(account, draft, passwordFile)
  if (account.uid !== undefined) await chown(staging, nobody.uid, account.gid)
  await initdb(options, staging, passwordFile)
  await ownCluster(staging, account)
  await rename(staging, folder.cluster)
  await rm(draft, { recursive: true, force: true })
}

/** Gives the account what initdb, or an earlier version of the portal, made as another one. */
async function ownCluster(cluster: string, { uid, gid }: Account): Promise<void> {
  if (uid === undefined || (await stat(cluster)).uid === uid) return
  await promisify(execFile)('chown', ['-hR', `${uid}:${gid}`, cluster])
}

/** Writes who may connect, and no settings: those are arguments. */
async function configure(folder: ClusterFolder, account: Account): Promise<void> {
  await writeFile(folder.accessFile, 'host all all 127.0.0.1/32 scram-sha-256\n', { mode: 0o600 })
  await writeFile(folder.settingsFile, '# The portal passes its settings as arguments.\n', { mode: 0o600 })
  await readableTo(account, folder.accessFile, folder.settingsFile)
  for (const unused of ['pg_hba.conf', 'postgresql.conf'])
    await rm(join(folder.cluster, unused), { force: true })
}

/** Lets the account's group read files of root, or pass through folders. */
async function readableTo({ gid }: Account, ...paths: string[]): Promise<void> {
  if (gid === undefined) return
  for (const path of paths) {
    await chown(path, 0, gid)
    await chmod(path, (await stat(path)).isDirectory() ? 0o710 : 0o640)
  }
}

async function initdb(options: NewCluster, staging: string, passwordFile: string): Promise<void> {
  const args = [
    `--pgdata=${staging}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(options.isTemporary ? ['--no-sync'] : []),
  ]
  // initdb needs a user with a name; of all that `nobody` runs, only this has the cluster's group.
  const { gid } = options.account
  const settings = { ...(gid === undefined ? {} : { uid: nobody.uid, gid }), cwd: options.folder.root }
  await promisify(execFile)(join(options.binaries, 'bin', 'initdb'), args, settings).catch(
    (error: unknown) => {
      const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
      const output = `${String(error)}\n${stderr}`
      throw explainFailedStart({ output, folder: options.folder.root, port: 0 })
    },
  )
}
