import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { renderIndexPage } from '@portal/contracts/index-page'
import { RemoteDeclaration, type RemoteRegistry } from '@portal/contracts/remotes'
import { type MultiCompiler, rspack } from '@rspack/core'
import { RspackDevServer } from '@rspack/dev-server'
import { type FrontEnd, frontEnds } from './build-plan.ts'
import { assetsMark, assetTag, entryFiles } from './index-page.ts'
import { loadBuildFile, loadManifest } from './load-front-end.ts'
import { containerFile, containerName } from './remote-config.ts'

interface DevServerOptions {
  readonly port: number
  /** Origin of the gateway, which must know this server's address as its public one. */
  readonly upstream: string
}

/**
 * The server of `npm run dev`: compiles shell and remotes in memory and replaces modules in the
 * open page. Pages and /remotes.json come from what is compiled, everything else from the gateway.
 * Resolves after the first build.
 */
export async function startDevServer(options: DevServerOptions): Promise<{ stop(): Promise<void> }> {
  const parts = await frontEnds()
  const compiler = rspack(await Promise.all(parts.map(developmentBuild)))
  const firstBuild = new Promise((resolve) => compiler.hooks.done.tap('first build', resolve))
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
  return server
}

async function developmentBuild(part: FrontEnd) {
  const publicPath = part.kind === 'shell' ? '/' : `/remotes/${part.name}/dev/`
  return (await loadBuildFile(part))({ mode: 'development', publicPath })
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
    const respond = (type: string, body: Promise<string>) =>
      body.then((text) => {
        response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' })
        response.end(text)
      }, next)
    if (path === '/remotes.json') respond('application/json', registryText(parts))
    else if (isOwn(path) && request.headers.accept?.includes('text/html'))
      respond('text/html; charset=utf-8', page(path))
    else next()
  }
}

async function registryText(parts: readonly FrontEnd[]): Promise<string> {
  const remotes = parts.filter(({ kind }) => kind === 'remote')
  const registry: RemoteRegistry = { remotes: await Promise.all(remotes.map(developmentEntry)) }
  return JSON.stringify(registry)
}

async function developmentEntry(remote: FrontEnd) {
  return {
    ...RemoteDeclaration.parse(await loadManifest(remote)),
    version: 'dev',
    entry: `/remotes/${remote.name}/dev/${containerFile}`,
    container: containerName(remote.name),
    integrity: {},
  }
}

/** The shell's page with the files of its last build; other HTML files of the shell as they are. */
function pageSource(parts: readonly FrontEnd[], compiler: MultiCompiler) {
  const shell = parts.find(({ kind }) => kind === 'shell')
  if (!shell) throw new Error('There is no shell to serve')
  let files: string[] = []
  compiler.hooks.done.tap('index page', ({ stats }) => {
    const own = stats.find(({ compilation }) => compilation.name === shell.name)
    if (own) files = entryFiles(own)
  })
  return async (path: string): Promise<string> => {
    const isOwnFile = /^\/[\w-]+\.html$/.test(path)
    const source = isOwnFile ? join(shell.root, 'public', path) : join(shell.root, 'src', 'index.html')
    const template = await readFile(source, 'utf8')
    const tags = files.map((file) => assetTag(file)).join('\n    ')
    return renderIndexPage(template.replace(assetsMark, tags), { nonce: '', preloads: [] })
  }
}
