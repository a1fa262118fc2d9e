import { homedir } from 'node:os'
import { join } from 'node:path'

/** For results that are expensive to compute and safe to lose. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'compliance-portal')
}
