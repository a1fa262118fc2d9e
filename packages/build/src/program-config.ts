import { join } from 'node:path'
import { type Configuration, rspack } from '@rspack/core'
import { compileTypeScript } from './base-config.ts'
import type { FoundFile } from './fix-addresses.ts'

interface ProgramConfigOptions {
  /** The checkout; paths of programs are relative to it. */
  readonly root: string
  /** Sources without their extension, such as `services/team/src/main`. */
  readonly programs: readonly string[]
  /** Where the bundles are written, at their sources' paths. */
  readonly folder: string
  /** Where that folder lies when the programs run. */
  readonly runsAt: string
  /** Packages with machine code or data, which stay beside the bundles. */
  readonly kept: readonly string[]
  /** Programs share code in `chunks`; without, each is one file. */
  readonly isShared: boolean
  /** Called for every file that the sources name by its address. */
  readonly found: (file: FoundFile) => void
}

/**
 * Bundles programs for Node, each with all that it needs but `kept`. Addresses of files beside a
 * source (`import.meta.url`) become those of the same files below `runsAt`.
 */
export function programConfig(options: ProgramConfigOptions): Configuration {
  const { root, programs, folder, runsAt, kept, isShared, found } = options
  const entries = new Set(programs.map((program) => join(root, `${program}.ts`)))
  const fixAddresses = {
    loader: join(import.meta.dirname, 'fix-addresses.ts'),
    options: { root, runsAt, entries, found },
  }
  const entryNames = new Set(programs)
  const compile = compileTypeScript({ isDevelopment: false, targets: ['node 24'] })
  const isKept = new RegExp(`^(${kept.join('|')})(/|$)`)
  return {
    name: 'programs',
    mode: 'production',
    context: root,
    target: 'node24',
    entry: Object.fromEntries(programs.map((program) => [program, `./${program}.ts`])),
    devtool: false,
    output: {
      path: folder,
      filename: ({ chunk }) => (entryNames.has(chunk?.name ?? '') ? '[name].js' : 'chunks/[name].js'),
      chunkFilename: 'chunks/[name].js',
      module: true,
      library: { type: 'module' },
      chunkFormat: 'module',
      chunkLoading: 'import',
    },
    resolve: { extensions: ['.ts', '.tsx', '.js'], conditionNames: ['node', 'import', 'require', 'default'] },
    externals: [
      ({ request }, done) => (isKept.test(request ?? '') ? done(undefined, `module ${request}`) : done()),
    ],
    module: {
      parser: {
        javascript: {
          importMeta: false,
          url: false,
          worker: false,
          ...(!isShared && { dynamicImportMode: 'eager' as const }),
        },
      },
      rules: [compile, { test: /\.ts$/, exclude: /node_modules/, enforce: 'pre', use: [fixAddresses] }],
    },
    optimization: {
      splitChunks: isShared ? { chunks: 'all', minSize: 20_000 } : false,
      // A program that loads another one has its modules, and so its classes, in common with it.
      ...(isShared && { runtimeChunk: { name: 'runtime' } }),
      minimizer: [
        // Stack traces stay readable.
        new rspack.SwcJsMinimizerRspackPlugin({
          extractComments: false,
          minimizerOptions: { mangle: false, compress: false, format: { comments: false } },
        }),
      ],
    },
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-only',
  }
}
