import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pagePreloads, renderIndexPage } from '@portal/contracts/index-page'
import type { RemoteEntry } from '@portal/contracts/remotes'
import { audiencesOf, chooseRoute, isKnownPath } from '@portal/contracts/route-choice'
import type { PortalSettings } from '@portal/contracts/session'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Context } from 'hono'
import type { Identify } from '../authentication/authenticate.ts'
import { presentSession } from '../authentication/present-session.ts'
import type { Registry } from '../remotes/registry.ts'
import type { OwnApp, OwnEnv } from '../responses/own-app.ts'
import { pagePolicies } from '../responses/security-headers.ts'
import { pathOf } from '../responses/send-error.ts'
import { matches, sendFile } from './send-file.ts'

/** Where the front ends' files are, and how the person who opens a page is identified. */
export interface PageOptions {
  readonly shellDirectory: string
  readonly remotesDirectory: string
  readonly registry: Registry
  readonly identify: Identify
  readonly settings: PortalSettings
}

/** Build files whose names carry a digest of their content. */
const hashedName = /\.[0-9a-f]{8,}\.\w+$/

/** Serves the remotes' registry and files, the shell's files, and the shell's page for the rest. */
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
    return fileOr404(await sendFile(c, { root: options.remotesDirectory, address, isImmutable: true }))
  })
  app.get('*', async (c) => {
    const path = pathOf(c.env.incoming)
    if (path.startsWith('/api/') || path.startsWith('/internal/')) throw notFound()
    const address = path.slice(1)
    // A path parameter may end like a file name, as the signed token of an invitation does.
    const isScreen = async () => isKnownPath((await options.registry.read()).entries, path)
    if (/\.\w+$/.test(path) && !path.endsWith('.html') && !(await isScreen())) {
      const isImmutable = hashedName.test(path)
      return fileOr404(await sendFile(c, { root: options.shellDirectory, address, isImmutable }))
    }
    return page(c, path, options)
  })
}

function notFound(): CodedError {
  return new CodedError('not_found', 'Not found')
}

function fileOr404(response: Response | null): Response {
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
  // The first requests leave before the script removes the token from the address (decision 14).
  if (c.req.query('auth_token') !== undefined) c.header('referrer-policy', 'no-referrer')
  const isShell = file === 'index.html'
  const preloads = isShell ? pagePreloads([await likelyRoute(c, { path, entries, options })]) : []
  const isKnown = !isShell || path === '/' || isKnownPath(entries, path)
  return c.html(renderIndexPage(template, { nonce, preloads }), isKnown ? 200 : 404)
}

interface OpenedPage {
  readonly path: string
  readonly entries: readonly RemoteEntry[]
  readonly options: PageOptions
}

/**
 * The route that the shell will probably show, to preload its files. A person who cannot be
 * identified counts as a visitor: a wrong guess costs a few bytes, never access.
 */
async function likelyRoute(c: Context<OwnEnv>, { path, entries, options }: OpenedPage) {
  const principal = await options.identify(c.env.incoming.headers).catch(() => null)
  const session = presentSession(principal?.person.identity ?? null, options.settings)
  return chooseRoute(entries, { path, audiences: audiencesOf(session), permissions: session.permissions })
}

function notBuilt(): CodedError {
  return new CodedError('not_ready', 'The portal is being built. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
}
