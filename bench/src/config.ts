import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where benchmarks keep what is costly to compute and safe to lose. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'compliance-portal')
}
