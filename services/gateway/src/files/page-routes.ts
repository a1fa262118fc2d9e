import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pagePreloads, renderIndexPage } from '@portal/contracts/index-page'
import type { RemoteEntry } from '@portal/contracts/remotes'
import type { Visit } from '@portal/contracts/route-choice'
import { type ChosenRoute, chooseRoute, isKnownPath } from '@portal/contracts/route-choice'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Context } from 'hono'
import type { OwnApp, OwnEnv } from '../answers/own-app.ts'
import { pagePolicies } from '../answers/security-headers.ts'
import { pathOf } from '../answers/send-error.ts'
import type { Registry } from '../remotes/registry.ts'
import { matches, sendFile } from './send-file.ts'

/** Where the front ends' files lie, and how much is known of who opens a page. */
export interface PageOptions {
  readonly shellDirectory: string
  readonly remotesDirectory: string
  readonly registry: Registry
  /** The audiences that the visitor may turn out to belong to, for preloading; they decide nothing about access. */
  readonly visitsOf: (c: Context<OwnEnv>, path: string) => Promise<readonly Visit[]>
}

/** Build files whose names carry a digest of their content. */
const hashedName = /\.[0-9a-f]{8,}\.\w+$/

/** Serves the shell, the remotes' files and their registry. Every other address that a browser opens shows the shell. */
export function addPageRoutes(app: OwnApp, options: PageOptions): void {
  app.get('/remotes.json', async (c) => {
    const { bodies, etag } = await options.registry.read()
    c.header('cache-control', 'no-cache')
    c.header('etag', etag)
    c.header('vary', 'Accept-Encoding')
    if (matches(c.req.header('if-none-match'), etag)) return c.body(null, 304)
    c.header('content-type', 'application/json; charset=utf-8')
    const accepted = c.req.header('accept-encoding') ?? ''
    const encoding = accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : 'identity'
    if (encoding !== 'identity') c.header('content-encoding', encoding)
    return c.body(bodies[encoding])
  })
  app.get('/remotes/*', async (c) => {
    const address = pathOf(c.env.incoming).slice('/remotes/'.length)
    return found(await sendFile(c, { root: options.remotesDirectory, address, isImmutable: true }))
  })
  app.get('*', async (c) => {
    const path = pathOf(c.env.incoming)
    if (path.startsWith('/api/') || path.startsWith('/internal/')) throw notFound()
    const address = path.slice(1)
    // A parameter may end like a file: the signed token of an invitation does.
    const isScreen = async () => isKnownPath((await options.registry.read()).entries, path)
    if (/\.\w+$/.test(path) && !path.endsWith('.html') && !(await isScreen())) {
      const isImmutable = hashedName.test(path)
      return found(await sendFile(c, { root: options.shellDirectory, address, isImmutable }))
    }
    return page(c, path, options)
  })
}

function notFound(): CodedError {
  return new CodedError('not_found', 'Not found')
}

function found(response: Response | null): Response {
  if (!response) throw notFound()
  return response
}

async function page(c: Context<OwnEnv>, path: string, options: PageOptions): Promise<Response> {
  const { entries } = await options.registry.read()
  const file = /^\/[\w-]+\.html$/.test(path) ? path.slice(1) : 'index.html'
  const template = await readFile(join(options.shellDirectory, file), 'utf8').catch(() => null)
  if (template === null) throw file === 'index.html' ? notBuilt() : notFound()
  const nonce = randomBytes(16).toString('base64url')
  for (const policy of pagePolicies(nonce)) c.header('content-security-policy', policy, { append: true })
  c.header('cache-control', 'no-store')
  // The page's first requests leave before its script has taken the token out of the address: they do not name it (decision 14).
  if (c.req.query('auth_token') !== undefined) c.header('referrer-policy', 'no-referrer')
  const isShell = file === 'index.html'
  const preloads = isShell ? pagePreloads(screens(entries, await options.visitsOf(c, path))) : []
  const isKnown = !isShell || path === '/' || isKnownPath(entries, path)
  return c.html(renderIndexPage(template, { nonce, preloads }), isKnown ? 200 : 404)
}

function screens(entries: readonly RemoteEntry[], visits: readonly Visit[]): (ChosenRoute | null)[] {
  return visits.map((visit) => chooseRoute(entries, visit))
}

function notBuilt(): CodedError {
  return new CodedError('not_ready', 'The portal is being built. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
}
