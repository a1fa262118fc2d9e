import { join } from 'node:path'
import { type Configuration, rspack } from '@rspack/core'
import { compileTypeScript, idsByOrder } from './base-config.ts'

/** The module of a remote that renders its public pages, if it has any. */
export const renderSource = join('src', 'render.tsx')

/** Nothing is made smaller: comments name the modules by their paths, which are the checkout's. */
const withoutComments = new rspack.SwcJsMinimizerRspackPlugin({
  extractComments: false,
  minimizerOptions: { minify: false, compress: false, mangle: false, format: { comments: false } },
})

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
    optimization: { ...idsByOrder, splitChunks: false, minimizer: [withoutComments] },
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  }
}
