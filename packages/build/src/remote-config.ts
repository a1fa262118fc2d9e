import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, rspack } from '@rspack/core'
import { type BuildMode, baseConfig, idsByOrder } from './base-config.ts'
import { sharedSingletons } from './sharing.ts'

/** The container script that a remote's registry entry names. */
export const containerFile = 'remote-entry.js'

interface RemoteConfigOptions {
  /** The remote's name, as in its declaration and in the registry. */
  readonly name: string
  /** Folder of the remote's package. */
  readonly root: string
  readonly mode: BuildMode
  /** Files copied beside the bundle as they are; `to` is a path below its folder. */
  readonly copies?: readonly { readonly from: string; readonly to: string }[]
  /** Where the files are served from; only development needs to say it. */
  readonly publicPath?: string
}

/** A container that exposes `src/remote.ts` and uses the shell's singletons and runtime. */
export function remoteConfig(options: RemoteConfigOptions): Configuration {
  const { name, root, mode, copies = [], publicPath = 'auto' } = options
  const container = containerName(name)
  return baseConfig({
    root,
    mode,
    name,
    entry: [],
    publicPath,
    // The shell's budget for a remote, which then is tried again.
    chunkLoadTimeoutMs: 4000,
    ...(mode === 'production' && { ids: idsByOrder }),
    alias: mode === 'development' ? { 'react-refresh': join(import.meta.dirname, 'page-refresh') } : {},
    plugins: [
      new rspack.CopyRspackPlugin({ patterns: copies.map((file) => ({ ...file })) }),
      new ModuleFederationPlugin({
        name: container,
        filename: containerFile,
        exposes: { './remote': './src/remote.ts' },
        shared: sharedSingletons({ import: false }),
        shareStrategy: 'loaded-first',
        manifest: true,
        runtimePlugins: [[join(import.meta.dirname, 'fresh-addresses.ts'), { container }]],
        dts: false,
        experiments: {
          externalRuntime: true,
          optimization: { target: 'web', disableRemote: true, disableSnapshot: true },
        },
      }),
    ],
  })
}

/** The container's global variable: a JavaScript name made of the remote's. */
export function containerName(name: string): string {
  return `portal_${name.replaceAll('-', '_')}`
}
