import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, rspack } from '@rspack/core'
import { type BuildMode, baseConfig } from './base-config.ts'
import { sharedSingletons } from './sharing.ts'

const provideRefreshRuntime = join(import.meta.dirname, 'page-refresh', 'provide-runtime.ts')

/**
 * The host: provides singletons and federation runtime to remotes it discovers at run time. Its
 * page is `dist/index.html` (index-page.ts). `root` is the folder of the shell's package.
 */
export function shellConfig({ root, mode }: { root: string; mode: BuildMode }): Configuration {
  return baseConfig({
    root,
    mode,
    name: 'shell',
    entry: mode === 'development' ? [provideRefreshRuntime, './src/main.ts'] : ['./src/main.ts'],
    publicPath: '/',
    // There is no fallback for the shell's own parts: on a slow line they take their time.
    chunkLoadTimeoutMs: 30_000,
    plugins: [
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'public' }] }),
      new ModuleFederationPlugin({
        name: 'shell',
        remotes: {},
        shared: sharedSingletons({ eager: true }),
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        experiments: {
          provideExternalRuntime: true,
          optimization: { target: 'web', disableSnapshot: true },
        },
      }),
    ],
  })
}
