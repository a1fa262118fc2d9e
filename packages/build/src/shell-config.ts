import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import type { Configuration } from '@rspack/core'
import { rspack } from '@rspack/core'
import type { BuildMode } from './base-config.ts'
import { baseConfig } from './base-config.ts'
import { providedSingletons } from './sharing.ts'

const provideRefreshRuntime = join(import.meta.dirname, 'page-refresh', 'provide-runtime.ts')

/** Options of the shell's build. */
export interface ShellConfigOptions {
  /** Folder of the shell's package. */
  readonly root: string
  readonly mode?: BuildMode
}

/**
 * The host: provides singletons and federation runtime to remotes it discovers at run time. Its
 * page is `dist/index.html` (index-page.ts).
 */
export function shellConfig({ root, mode = 'production' }: ShellConfigOptions): Configuration {
  return baseConfig({
    root,
    mode,
    name: 'shell',
    entry: mode === 'development' ? [provideRefreshRuntime, './src/main.ts'] : ['./src/main.ts'],
    publicPath: '/',
    plugins: [
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'public' }] }),
      new ModuleFederationPlugin({
        name: 'shell',
        remotes: {},
        shared: providedSingletons(),
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
