import { readLoadEnvironment } from '@portal/deploy/load/config'
import type { ForeignPortal, LoadOptions } from '@portal/deploy/load/load-options'
import { type Profile, profiles } from '@portal/deploy/load/profiles'
import type { LoadResults } from '@portal/deploy/load/report/load-results'
import { runLoad } from '@portal/deploy/load/run-load'
import { beginning } from '@portal/deploy/load/scenarios'

/** Longer than any upgrade. */
const seconds = 3600

/**
 * Above fifty requests a second, of people of two organizations: eight of all kinds, the others of
 * people who come back to an open page. Two processors carry no more of the former beside engines.
 * Enough of them that a stall of a few seconds takes nobody above their own limits.
 */
const profile: Profile = {
  ...profiles.load,
  ...{ seconds, acts: [1.2], returning: 9, organizations: 2, employees: 12 },
}

/** What was counted, and of what failed the first few lines of each of k6's people. */
interface Loaded extends LoadResults {
  readonly complaints: readonly string[]
}

/** Resolves once the load has begun. `stop` resolves to what it found before. */
export async function loadUntilStopped(
  portal: ForeignPortal,
  folder: string,
): Promise<{ stop(): Promise<Loaded> }> {
  const complaints: string[] = []
  const halt = new AbortController()
  const begun = Promise.withResolvers<void>()
  const options: LoadOptions = {
    ...{ name: 'load', profile, portal, composition: 'start:services', folder },
    ...{ hasBrowser: false, hasTable: false, isJob: false },
  }
  const write = (line: string) => {
    console.log(line)
    if (line.includes('level=warning')) complaints.push(line)
    if (line === beginning) begun.resolve()
  }
  const loading = runLoad(options, { environment: readLoadEnvironment(), write, halted: halt.signal })
  // Its failure is `stop`'s.
  loading.catch(() => undefined)
  await Promise.race([begun.promise, loading])
  return {
    stop: async () => {
      halt.abort()
      return { ...(await loading), complaints }
    },
  }
}
