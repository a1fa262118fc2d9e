import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Preload } from '@portal/contracts/index-page'
import { renderIndexPage } from '@portal/contracts/index-page'
import type { PublicPage } from '@portal/contracts/public-page'

/** A front end: its page, its files and API responses by path. */
export interface FrontEndSite {
  /** The shell's folder: index.html and the files at the root. */
  readonly root: string
  /** Further folders by path, such as `/remotes/chat/<version>/`. */
  readonly folders: ReadonlyMap<string, string>
  readonly answers: (path: string, isSignedIn: boolean) => unknown
  readonly preloads: (path: string, isSignedIn: boolean) => readonly Preload[]
  /** The HTML that visitors get of public pages, where a site has it. */
  readonly publicPage?: (path: string) => PublicPage | null
}

/** A running site, and what it has sent. */
export interface ServedSite {
  readonly address: string
  /** Compressed bytes of every script sent, by path. */
  readonly scripts: Map<string, number>
  close(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Makes the browser a signed-in admin's. */
export const signedInCookie = 'bench_session'

/**
 * Serves a built front end as the gateway does: precompressed immutable files, the page with its
 * policy, nonce and preload links. The API is fixed, so that only the front end is measured.
 */
export async function serveSite(site: FrontEndSite): Promise<ServedSite> {
  const scripts = new Map<string, number>()
  const server = createServer((request, response) => {
    respond(site, { request, response, scripts }).catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://localhost:${port}`,
    scripts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly scripts: Map<string, number>
}

async function respond(site: FrontEndSite, exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  const path = new URL(request.url ?? '/', 'http://host').pathname
  const isSignedIn = request.headers.cookie?.includes(signedInCookie) ?? false
  if (path === '/api/events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
    return
  }
  if (path.startsWith('/api/') || path === '/remotes.json') {
    response.writeHead(200, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'content-encoding': 'br',
    })
    response.end(brotliCompressSync(JSON.stringify(site.answers(path, isSignedIn))))
    return
  }
  if (extname(path) !== '') await sendFile(site, path, exchange)
  else await sendPage(site, { path, isSignedIn }, response)
}

async function sendPage(
  site: FrontEndSite,
  request: { readonly path: string; readonly isSignedIn: boolean },
  response: ServerResponse,
): Promise<void> {
  const nonce = randomBytes(16).toString('base64url')
  const template = await readFile(join(site.root, 'index.html'), 'utf8')
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'self'; script-src 'nonce-${nonce}' 'strict-dynamic'`,
    'cache-control': 'no-store',
    'content-encoding': 'br',
  })
  const preloads = site.preloads(request.path, request.isSignedIn)
  const page = request.isSignedIn ? null : (site.publicPage?.(request.path) ?? null)
  response.end(brotliCompressSync(renderIndexPage(template, { nonce, preloads, page })))
}

async function sendFile(site: FrontEndSite, path: string, { response, scripts }: Exchange): Promise<void> {
  const [prefix] = [...site.folders.keys()].filter((address) => path.startsWith(address))
  const folder = prefix ? site.folders.get(prefix) : undefined
  const file = folder && prefix ? join(folder, path.slice(prefix.length)) : join(site.root, path)
  const small = await readFile(`${file}.br`).catch(() => null)
  const content = small ?? (await readFile(file).catch(() => null))
  if (!content) {
    response.writeHead(404).end()
    return
  }
  if (path.endsWith('.js')) scripts.set(path, content.length)
  response.writeHead(200, {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    ...(small ? { 'content-encoding': 'br' } : {}),
  })
  response.end(content)
}
