import type { RemoteNavigation, RemoteRoute } from './remotes.ts'

/** What a remote declares of itself, its screens' names known to the compiler. */
export interface RemoteManifest<Screen extends string = string> {
  readonly name: string
  readonly routes: readonly (Omit<RemoteRoute, 'screen' | 'preload'> & { readonly screen: Screen })[]
  readonly navigation: readonly RemoteNavigation[]
}

/**
 * Declares a remote as plain data (`remotes/<name>/src/manifest.ts`): the build writes it into `remote.json`, the registry serves
 * it, the shell builds routes and navigation from it. Nothing of React, nothing to run.
 */
export function declareRemote<const Screen extends string>(
  manifest: RemoteManifest<Screen>,
): RemoteManifest<Screen> {
  return manifest
}
