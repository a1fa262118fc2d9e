import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import type { RemoteEntry } from '@portal/contracts/remotes'

/** Module federation as the shell uses it. */
export interface Federation {
  /** Makes a remote known, replacing what was known of it. */
  register(entry: RemoteEntry): void
  /** Loads the exposed module. May never settle. */
  load(entry: RemoteEntry): Promise<unknown>
}

const containerFile = 'remote-entry.js'

/**
 * The federation runtime. A container script runs only if its content has the hash that the registry states; the container in turn
 * carries the hashes of its chunks. `timeoutMs` ends the wait for a script that never answers, so that it can be asked for again.
 */
export function createFederation(timeoutMs: number): Federation {
  const integrity = new Map<string, string>()
  registerPlugins([
    {
      name: 'portal-integrity',
      createScript: ({ url }) => ({ script: containerScript(url, integrity.get(url)), timeout: timeoutMs }),
    },
  ])
  return {
    register(entry) {
      const expected = entry.integrity[containerFile]
      if (expected) integrity.set(entry.entry, expected)
      registerRemotes([{ name: entry.container, entry: entry.entry, type: 'global' }], { force: true })
    },
    load: (entry) => loadRemote(`${entry.container}/remote`),
  }
}

function containerScript(url: string, integrity: string | undefined): HTMLScriptElement {
  const script = document.createElement('script')
  script.async = true
  script.crossOrigin = 'anonymous'
  if (integrity) script.integrity = integrity
  script.src = url
  return script
}
