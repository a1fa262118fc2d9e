import type { RemoteEntry } from '@portal/contracts/remotes'
import type { Remote, ScreenModule } from '@portal/remote-kit/define-remote'
import type { Federation } from './federation.ts'
import type { Registry } from './registry.ts'
import type { VerifyEntry } from './verify-entry.ts'

/** Time for both attempts together; a fallback is readable within 5 s (reliability R11). */
export const loadBudgetMs = 4000
/** A slower failure is not retried: the second attempt would be as slow. */
const quickFailureMs = 1500

/** Why a screen could not be shown. `slow` means that the budget ran out. */
export class RemoteUnavailable extends Error {
  override readonly name = 'RemoteUnavailable'
  readonly remote: string
  readonly reason: 'slow' | 'failed'
  constructor(remote: string, reason: 'slow' | 'failed', cause?: unknown) {
    super(`The remote '${remote}' is ${reason === 'slow' ? 'too slow' : 'not available'}`, { cause })
    this.remote = remote
    this.reason = reason
  }
}

export type RemoteLoader = ReturnType<typeof createRemoteLoader>

interface RemoteLoaderParts {
  readonly federation: Federation
  readonly registry: Pick<Registry, 'refresh'>
  /** Nothing of an entry runs that it rejects. */
  readonly verify: VerifyEntry
}

/**
 * Builds a loader. `loadRemote` never times out, so one timer of 4 s covers both attempts; the
 * second is made only after a quick failure, with the latest registry entry.
 */
export function createRemoteLoader({ federation, registry, verify }: RemoteLoaderParts) {
  const registered = new Map<string, RemoteEntry>()
  const failed = new Set<string>()

  async function attempt(entry: RemoteEntry, screen: string): Promise<ScreenModule> {
    const isAgain = failed.has(entry.name)
    if (isAgain) federation.freshen(entry)
    // A loaded container stays: two versions of one remote would mix their chunks.
    if (!federation.isLoaded(entry) && (isAgain || registered.get(entry.name)?.version !== entry.version)) {
      await verify(entry)
      registered.set(entry.name, entry)
      federation.register(entry)
    }
    const remote = exposedRemote(await federation.load(entry))
    const load = remote?.screens[screen]
    if (!load) throw new Error(`${entry.name} ${entry.version} has no screen '${screen}'`)
    const module = await load()
    failed.delete(entry.name)
    return module
  }

  async function attempts(entry: RemoteEntry, screen: string): Promise<ScreenModule> {
    const started = performance.now()
    try {
      return await attempt(entry, screen)
    } catch (error) {
      if (performance.now() - started > quickFailureMs) throw error
      failed.add(entry.name)
      const latest = (await registry.refresh()).find(({ name }) => name === entry.name)
      return attempt(latest ?? entry, screen)
    }
  }

  return {
    /** The version of a remote that runs in this page. */
    runningVersion(name: string): string | null {
      const entry = registered.get(name)
      return entry && federation.isLoaded(entry) ? entry.version : null
    },
    /** The screen's module. Rejects with RemoteUnavailable within the budget. */
    async load(entry: RemoteEntry, screen: string): Promise<ScreenModule> {
      const budget = Promise.withResolvers<never>()
      const timer = setTimeout(budget.reject, loadBudgetMs, new RemoteUnavailable(entry.name, 'slow'))
      try {
        return await Promise.race([attempts(entry, screen), budget.promise])
      } catch (error) {
        failed.add(entry.name)
        throw error instanceof RemoteUnavailable ? error : new RemoteUnavailable(entry.name, 'failed', error)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** What the exposed module exports, if it is a remote at all. */
function exposedRemote(module: unknown): Remote | null {
  if (typeof module !== 'object' || module === null || !('remote' in module)) return null
  const { remote } = module
  if (typeof remote !== 'object' || remote === null || !('screens' in remote)) return null
  // Safe: remotes export what defineRemote made; a screen that is missing is noticed by the caller.
  return remote as Remote
}
