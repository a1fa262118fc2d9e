import type { RemoteManifest } from '@portal/contracts/declare-remote'
import type { ComponentType } from 'react'

/** A route file: loader plus composition, exported as `Screen`. */
export interface ScreenModule {
  readonly Screen: ComponentType
}

/** What a remote's exposed module exports as `remote`: its declaration and a loader per screen. */
export interface Remote<Screen extends string = string> {
  readonly manifest: RemoteManifest<Screen>
  readonly screens: Readonly<Record<Screen, () => Promise<ScreenModule>>>
}

/**
 * Defines a remote: `defineRemote(manifest, { landing: () => import('./routes/landing.tsx') })`. A
 * declared screen without a loader does not compile.
 */
export function defineRemote<Screen extends string>(
  manifest: RemoteManifest<Screen>,
  screens: Remote<Screen>['screens'],
): Remote<Screen> {
  return { manifest, screens }
}
