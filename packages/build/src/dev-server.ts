import { readFile, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RemoteManifest } from '@portal/contracts/declare-remote'
import { renderIndexPage } from '@portal/contracts/index-page'
import { RemoteDeclaration, type RemoteRegistry } from '@portal/contracts/remotes'
import type { MultiCompiler, MultiStats } from '@rspack/core'
import { rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'
import { loadBuildFile } from './build-all.ts'
import type { FrontEnd } from './build-plan.ts'
import { frontEnds, workspaceRoot } from './build-plan.ts'
import { assetsMark, assetTag, entryFiles } from './index-page.ts'
import { containerFile, containerName } from './remote-config.ts'

/** Where the development server listens, and the gateway behind it. */
export interface DevServerOptions {
  readonly port: number
  /** Origin of the gateway, which must know this server's address as its public one. */
  readonly upstream: string
  readonly workspace?: string
}

/** A running development server. */
export interface DevServer {
  readonly address: string
  close(): Promise<void>
}

/**
 * The server of `npm run dev`: compiles shell and remotes in memory and replaces modules in the
 * open page. Pages and /remotes.json come from what is compiled, everything else from the gateway.
 * Resolves after the first build.
 */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const parts = await frontEnds(options.workspace ?? workspaceRoot)
  const compiler = rspack(await Promise.all(parts.map(developmentBuild)))
  const firstBuild = nextBuild(compiler)
  const server = new RspackDevServer(
    {
      host: '127.0.0.1',
      port: options.port,
      hot: true,
      liveReload: false,
      historyApiFallback: false,
      static: false,
      allowedHosts: ['localhost', '127.0.0.1'],
      client: { logging: 'warn', overlay: { errors: true, warnings: false } },
      devMiddleware: { index: false, stats: 'errors-warnings' },
      proxy: [{ context: (path) => !isOwn(path), target: options.upstream, changeOrigin: false }],
      setupMiddlewares: (middlewares) => [ownResponses(parts, compiler), ...middlewares],
    },
    compiler,
  )
  await server.start()
  await firstBuild
  return { address: `http://localhost:${options.port}`, close: () => server.stop() }
}

async function developmentBuild(part: FrontEnd) {
  const publicPath = part.kind === 'shell' ? '/' : `/remotes/${part.name}/dev/`
  return (await loadBuildFile(part))({ mode: 'development', publicPath })
}

function nextBuild(compiler: MultiCompiler): Promise<MultiStats> {
  return new Promise((resolve) => compiler.hooks.done.tap('first build', resolve))
}

/** Whether this server responds itself: pages, built files, the registry, the update channel. */
function isOwn(path: string): boolean {
  return !/^\/(api|oidc)\//.test(path)
}

type Next = (error?: unknown) => void

function ownResponses(parts: readonly FrontEnd[], compiler: MultiCompiler) {
  const page = pageSource(parts, compiler)
  return (request: IncomingMessage, response: ServerResponse, next: Next) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    if (path === '/remotes.json')
      respond(response, { type: 'application/json', body: registryText(parts) }, next)
    else if (isOwn(path) && request.headers.accept?.includes('text/html'))
      respond(response, { type: 'text/html; charset=utf-8', body: page(path) }, next)
    else next()
  }
}

interface PageResponse {
  readonly type: string
  readonly body: Promise<string>
}

function respond(response: ServerResponse, { type, body }: PageResponse, next: Next): void {
  body.then((text) => {
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
    response.end(text)
  }, next)
}

async function registryText(parts: readonly FrontEnd[]): Promise<string> {
  const remotes = parts.filter(({ kind }) => kind === 'remote')
  const registry: RemoteRegistry = { remotes: await Promise.all(remotes.map(developmentEntry)) }
  return JSON.stringify(registry)
}

async function developmentEntry({ name, root }: FrontEnd) {
  const file = join(root, 'src', 'manifest.ts')
  // The module cache knows a file by its address: a saved manifest gets another one.
  const { mtimeMs } = await stat(file)
  const module: { manifest: RemoteManifest } = await import(`${pathToFileURL(file).href}?saved=${mtimeMs}`)
  return {
    ...RemoteDeclaration.parse(module.manifest),
    version: 'dev',
    entry: `/remotes/${name}/dev/${containerFile}`,
    container: containerName(name),
    integrity: {},
  }
}

/** The shell's page with the files of its last build; other HTML files of the shell as they are. */
function pageSource(parts: readonly FrontEnd[], compiler: MultiCompiler) {
  const shell = parts.find(({ kind }) => kind === 'shell')
  if (!shell) throw new Error('There is no shell to serve')
  const state = { tags: '' }
  compiler.hooks.done.tap('index page', ({ stats }) => {
    const own = stats.find(({ compilation }) => compilation.name === shell.name)
    if (own)
      state.tags = entryFiles(own)
        .map((file) => assetTag(file))
        .join('\n    ')
  })
  return async (path: string): Promise<string> => {
    const isOwnFile = /^\/[\w-]+\.html$/.test(path)
    const source = isOwnFile ? join(shell.root, 'public', path) : join(shell.root, 'src', 'index.html')
    const template = await readFile(source, 'utf8')
    return renderIndexPage(template.replace(assetsMark, state.tags), { nonce: '', preloads: [] })
  }
}
