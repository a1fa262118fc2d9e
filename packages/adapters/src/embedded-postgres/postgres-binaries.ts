import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { isRoot } from './postgres-account.ts'

/** The major version whose data folders these binaries read. */
export const postgresMajor = '18'

const Manifest = z.object({ version: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * A folder with `bin/initdb` and `bin/postgres` that the account of Postgres can read: the registry
 * package itself or, for root, a copy outside the checkout, which others may be unable to enter.
 */
export async function findPostgresBinaries(): Promise<string> {
  const packageFolder = locatePackage()
  if (!isRoot()) return withLibraryLinks(packageFolder, packageFolder)
  const { version } = Manifest.parse(JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')))
  return copyOnce(packageFolder, `postgres-${version}-${process.platform}-${process.arch}`)
}

function locatePackage(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded Postgres for ${platform}: it runs on Linux and macOS (on Windows inside WSL).`,
    )
  }
}

/** A published version never changes, so it is the key. The rename makes the copy atomic. */
async function copyOnce(packageFolder: string, key: string): Promise<string> {
  const cache = await rootCache()
  const target = join(cache, key)
  if (existsSync(target)) return join(target, 'native')
  const staging = join(cache, `.${key}-${process.pid}`)
  await rm(staging, { recursive: true, force: true })
  await cp(join(packageFolder, 'native'), join(staging, 'native'), {
    recursive: true,
    dereference: true,
    filter: (source) => !/\.a$|pkgconfig$/.test(basename(source)),
  })
  await chmod(staging, 0o755)
  await withLibraryLinks(packageFolder, staging)
  await rename(staging, target).catch(async (error: unknown) => {
    await rm(staging, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  })
  return join(target, 'native')
}

/** Root's own, so that no other user of the machine can plant binaries. */
async function rootCache(): Promise<string> {
  for (const parent of ['/var/cache', tmpdir()]) {
    const folder = join(parent, 'compliance-portal')
    try {
      await mkdir(folder, { recursive: true, mode: 0o755 })
      const { uid, mode } = await lstat(folder)
      if (uid === 0 && (mode & 0o022) === 0 && (mode & 0o001) !== 0) return folder
    } catch {
      // Not writable; the next candidate may be.
    }
  }
  throw new EmbeddedPostgresError(
    'Neither /var/cache nor the temporary folder can hold the Postgres binaries.',
  )
}

/** Registry packages cannot contain symbolic links; a file lists those of the libraries. */
async function withLibraryLinks(packageFolder: string, root: string): Promise<string> {
  const list = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of Links.parse(JSON.parse(list))) {
    const link = join(root, target)
    if (existsSync(link)) continue
    await symlink(basename(source), link).catch((error: unknown) => {
      if (!existsSync(link)) throw error
    })
  }
  return join(root, 'native')
}
