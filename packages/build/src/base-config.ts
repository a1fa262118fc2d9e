import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Configuration, type RspackPluginInstance, type RuleSetRule, rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { federationRuntimeAliases } from './federation-runtime.ts'

const require = createRequire(import.meta.url)

/** Supported browsers, and so the floor of the CSS in use (`@scope`, `oklch`, nesting). */
const browsers = ['chrome >= 123', 'edge >= 123', 'firefox >= 146', 'safari >= 17.4']

/** Production: minified, content hashes. Development: source maps, hot replacement. */
export type BuildMode = 'production' | 'development'

/**
 * Numbers modules and chunks in the order in which they are imported: ids made of their paths would
 * give the same sources another version in another checkout. A version of a remote has an address
 * of its own, so no cache suffers.
 */
export const idsByOrder = { moduleIds: 'natural', chunkIds: 'natural' } as const

/** What differs between the shell's build and a remote's. */
export interface BaseConfigOptions {
  /** Folder of the package that is built; its sources lie in `src`. */
  readonly root: string
  /** Global name of the build, unique in the page. */
  readonly name: string
  readonly entry: readonly string[]
  readonly mode: BuildMode
  /** Address below which the files are served; `auto` finds it from the running script. */
  readonly publicPath: string
  /** When a chunk that hangs is given up; by default when rspack's runtime does. */
  readonly chunkLoadTimeoutMs?: number
  readonly plugins: readonly RspackPluginInstance[]
  /** By default rspack's own for the mode. */
  readonly ids?: typeof idsByOrder
  /** Packages replaced by others in this build. */
  readonly alias?: Readonly<Record<string, string>>
}

/**
 * The build shared by shell and remotes: TypeScript through SWC, Tailwind 4, CSS in files of its
 * own (the content security policy forbids style elements), content hashes, chunk integrity.
 */
export function baseConfig(options: BaseConfigOptions): Configuration {
  const isDevelopment = options.mode === 'development'
  const name = isDevelopment ? '[name]' : '[name].[contenthash:10]'
  return {
    name: options.name,
    mode: options.mode,
    context: options.root,
    target: ['web', 'es2023'],
    entry: options.entry.length > 0 ? { main: [...options.entry] } : {},
    devtool: isDevelopment ? 'cheap-module-source-map' : false,
    output: {
      path: join(options.root, 'dist'),
      publicPath: options.publicPath,
      uniqueName: `portal-${options.name}`,
      filename: `${name}.js`,
      chunkFilename: `${name}.js`,
      cssFilename: `${name}.css`,
      cssChunkFilename: `${name}.css`,
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
      crossOriginLoading: 'anonymous',
      ...(options.chunkLoadTimeoutMs && { chunkLoadTimeout: options.chunkLoadTimeoutMs }),
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.js'],
      alias: { ...federationRuntimeAliases(), ...options.alias },
    },
    module: { rules: rules(join(options.root, 'src'), isDevelopment) },
    optimization: {
      ...options.ids,
      minimizer: [
        // Files that are only copied are minified already.
        new rspack.SwcJsMinimizerRspackPlugin({ extractComments: false, exclude: /^(assets|pdfjs)\// }),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } }),
      ],
      splitChunks: { chunks: 'async', minSize: 30_000 },
    },
    lazyCompilation: false,
    performance: false,
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
    plugins: [
      new rspack.DefinePlugin({ __APP_NAME__: JSON.stringify(options.name) }),
      ...options.plugins,
      ...(isDevelopment
        ? [new ReactRefreshRspackPlugin()]
        : [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'], htmlPlugin: false })]),
    ],
  }
}

interface CompileOptions {
  readonly isDevelopment: boolean
  readonly targets: readonly string[]
}

/** The rule that compiles TypeScript and JSX for these browsers or runtimes. */
export function compileTypeScript({ isDevelopment, targets }: CompileOptions): RuleSetRule {
  const react = { runtime: 'automatic', development: isDevelopment, refresh: isDevelopment }
  const jsc = { parser: { syntax: 'typescript', tsx: true }, transform: { react } }
  return {
    test: /\.tsx?$/,
    loader: 'builtin:swc-loader',
    options: { jsc, env: { targets: [...targets] } },
    type: 'javascript/auto',
  }
}

function rules(sources: string, isDevelopment: boolean) {
  // Tailwind scans class names below `base` only; style sheets name further sources.
  const tailwind = { base: sources, optimize: false }
  return [
    compileTypeScript({ isDevelopment, targets: browsers }),
    {
      test: /\.css$/,
      type: 'css',
      use: [{ loader: require.resolve('@tailwindcss/webpack'), options: tailwind }],
    },
    { test: /\.(woff2?|svg|png|webp)$/, type: 'asset/resource' },
  ]
}
