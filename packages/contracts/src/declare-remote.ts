import type { Permission } from './permissions.ts'
import type { ContractRange, OfferedAct, RemoteNavigation, RemoteRoute } from './remotes.ts'

interface Permitted {
  readonly permission?: Permission
}

/** What a remote declares about itself, with its screens and permissions known to the compiler. */
export interface RemoteManifest<Screen extends string = string> {
  readonly name: string
  readonly routes: readonly (Omit<RemoteRoute, 'screen' | 'preload' | 'permission'> &
    Permitted & { readonly screen: Screen })[]
  readonly navigation: readonly (Omit<RemoteNavigation, 'permission'> & Permitted)[]
  /** What the command palette offers to do (`useOpenedByAddress` of remote-kit opens the form). */
  readonly acts?: readonly (Omit<OfferedAct, 'permission'> & Permitted)[]
  /** Which shells run it, if others than those since the packages that it is built with. */
  readonly contract?: ContractRange
}

/**
 * Declares a remote as plain data (`remotes/<name>/src/manifest.ts`). The build writes it to
 * `remote.json`, the registry serves it, and the shell builds routes and navigation from it.
 */
export function declareRemote<const Screen extends string>(
  manifest: RemoteManifest<Screen>,
): RemoteManifest<Screen> {
  return manifest
}
