import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime'
import { attemptSuffix, beginAttempt } from '@portal/contracts/load-attempts'
import type { RemoteEntry } from '@portal/contracts/remotes'

/** Module federation as the shell uses it. */
export type Federation = ReturnType<typeof createFederation>

const containerFile = 'remote-entry.js'

/**
 * The federation runtime. A container runs only if it has the hash stated in the registry; it
 * carries its chunks' hashes. `timeoutMs` bounds the wait for a script.
 */
export function createFederation(timeoutMs: number) {
  const expected = new Map<string, string | undefined>()
  registerPlugins([
    {
      name: 'portal-integrity',
      createScript: ({ url }) => {
        const address = absolute(url)
        if (!expected.has(address)) throw new Error(`No remote was registered at ${url}`)
        const integrity = expected.get(address) ?? ''
        const attributes = { async: true, crossOrigin: 'anonymous', integrity, src: address }
        return { script: Object.assign(document.createElement('script'), attributes), timeout: timeoutMs }
      },
    },
  ])
  return {
    /** Whether the remote's container script has arrived, however late. */
    isLoaded: ({ container }: RemoteEntry): boolean => container in globalThis,
    /** Makes a remote known, replacing what was known of it. */
    register({ container, entry, integrity }: RemoteEntry): void {
      const address = absolute(`${entry}${attemptSuffix(container)}`)
      // Without hashes (development) nothing is checked; with hashes, a container lacking one is
      // refused.
      const isChecked = Object.keys(integrity).length > 0
      expected.set(address, isChecked ? (integrity[containerFile] ?? unknownHash) : undefined)
      registerRemotes([{ name: container, entry: address, type: 'global' }], { force: true })
    },
    /** Requests the remote's files under new addresses, after they hung or were corrupt. */
    freshen: ({ container }: RemoteEntry): void => beginAttempt(container),
    /** Loads the exposed module. May never settle. */
    load: ({ container }: RemoteEntry): Promise<unknown> => loadRemote(`${container}/remote`),
  }
}

/** A well-formed hash that no content has: the browser refuses any script. */
const unknownHash = `sha384-${'A'.repeat(64)}`

function absolute(address: string): string {
  return new URL(address, window.location.href).href
}
