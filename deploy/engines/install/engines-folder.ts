import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isRoot } from '@portal/adapters/embedded-postgres/postgres-account'
import { cacheFolder } from '@portal/tools/bootstrap/folders'

/** For root's engines when their unprivileged user cannot traverse root's own cache. */
const rootsFolder = '/var/cache/compliance-portal'

/** Folder of installed engines, shared by checkouts: in the cache, or a system folder for root. */
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
