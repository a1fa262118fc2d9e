import { accessSync, constants, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A writable folder shared by checkouts: the user's cache, else one in this checkout. */
export function cacheFolder() {
  const shared = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'compliance-portal')
  for (const folder of [shared, join(checkout, '.portal', 'cache')]) {
    try {
      mkdirSync(folder, { recursive: true })
      accessSync(folder, constants.W_OK)
      return folder
    } catch {
      // Not writable, such as a read-only home: try the next.
    }
  }
  throw new Error(`Neither ${shared} nor ${checkout} is writable; one of them must be.`)
}
