import { join } from 'node:path'
import type { Configuration } from '@rspack/core'
import { compileTypeScript } from './base-config.ts'

/** The module of a remote that renders its public pages, if it has any. */
export const renderSource = join('src', 'render.tsx')

/** Bundles it for Node into one file beside the browser's, `render.mjs`, with all that it needs. */
export function renderConfig({ root, folder }: { root: string; folder: string }): Configuration {
  return {
    name: 'render',
    mode: 'production',
    context: root,
    target: 'node24',
    entry: { render: `./${renderSource}` },
    devtool: false,
    output: {
      path: folder,
      filename: '[name].mjs',
      module: true,
      library: { type: 'module' },
      chunkFormat: 'module',
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    module: { rules: [compileTypeScript({ isDevelopment: false, targets: ['node 24'] })] },
    optimization: { splitChunks: false, minimize: false },
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  }
}
