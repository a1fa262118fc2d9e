import { accessSync, constants, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder that holds the project. */
export const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A writable folder for what several checkouts can share: the user's cache, else one inside this checkout. */
export function cacheFolder() {
  const shared = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'compliance-portal')
  for (const folder of [shared, join(checkout, '.portal', 'cache')]) {
    try {
      mkdirSync(folder, { recursive: true })
      accessSync(folder, constants.W_OK)
      return folder
    } catch {
      // Not writable: a read-only home, say. The next place may be.
    }
  }
  throw new Error(`Neither ${shared} nor ${checkout} is writable; one of them must be.`)
}
