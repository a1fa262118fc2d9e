import { execFile } from 'node:child_process'
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ClusterFolder } from './cluster-folder.ts'
import { EmbeddedPostgresError, explainFailedStart } from './embedded-postgres-error.ts'
import { postgresAccount } from './postgres-account.ts'
import { postgresMajor } from './postgres-binaries.ts'

interface NewCluster {
  /** The folder with `bin/initdb`. */
  readonly binaries: string
  readonly folder: ClusterFolder
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
  const { folder } = options
  const version = await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version?.trim() === postgresMajor) return
  if (version !== null)
    throw new EmbeddedPostgresError(
      `The data folder ${folder.root} was made by Postgres ${version.trim()}, this portal runs Postgres ${postgresMajor}; use another folder or --reset.`,
    )
  const staging = `${folder.cluster}.new`
  await rm(staging, { recursive: true, force: true })
  await mkdir(staging, { mode: 0o700 })
  const passwordFile = join(folder.root, 'new-password')
  await writeFile(passwordFile, options.password, { mode: 0o600 })
  const account = postgresAccount()
  try {
    if (account.uid !== undefined) {
      await chown(staging, account.uid, account.gid)
      await chown(passwordFile, account.uid, account.gid)
    }
    await initdb(options, staging, passwordFile)
    await rename(staging, folder.cluster)
  } finally {
    await rm(passwordFile, { force: true })
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
  const settings = { ...postgresAccount(), cwd: options.folder.root }
  await promisify(execFile)(join(options.binaries, 'bin', 'initdb'), args, settings).catch(
    (error: unknown) => {
      const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
      const output = `${String(error)}\n${stderr}`
      throw explainFailedStart({ output, folder: options.folder.root, port: 0 })
    },
  )
}
