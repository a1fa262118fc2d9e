import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isRoot } from '@portal/adapters/embedded-postgres/postgres-account'
import { cacheFolder } from '@portal/tools/bootstrap/places'

/** Where root's engines go whose user could not enter root's own cache, as the embedded Postgres does. */
const rootsFolder = '/var/cache/compliance-portal'

/**
 * The folder that several checkouts share installed engines in: below the project's cache. Engines never run as root; where root's home lets
 * nobody pass, they lie in the system's cache.
 */
export async function enginesFolder(): Promise<string> {
  const cache = cacheFolder()
  const parent = isRoot() && !(await isOpenToOthers(cache)) ? rootsFolder : cache
  const folder = join(parent, 'engines')
  await mkdir(folder, { recursive: true, mode: 0o755 })
  return folder
}

async function isOpenToOthers(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}
