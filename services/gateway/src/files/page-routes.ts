import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pagePreloads, renderIndexPage } from '@portal/contracts/index-page'
import { type PublicPage, robots, sitemap } from '@portal/contracts/public-page'
import { isPublicPage } from '@portal/contracts/remotes'
import { audiencesOf, type ChosenRoute, chooseRoute, isKnownPath } from '@portal/contracts/route-choice'
import type { PortalSettings } from '@portal/contracts/session'
import { CodedError, notFound, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { Context } from 'hono'
import type { Identify } from '../authentication/authenticate.ts'
import { cookieNames } from '../authentication/cookies.ts'
import { presentSession } from '../authentication/present-session.ts'
import { type Audience, everybody } from '../remotes/choose-version.ts'
import { hasPreviews, type Previews } from '../remotes/previews.ts'
import type { Registry } from '../remotes/registry.ts'
import type { RemoteKeys } from '../remotes/signatures.ts'
import type { OwnApp, OwnEnv } from '../responses/own-app.ts'
import { pagePolicies, workerPolicy } from '../responses/security-headers.ts'
import { pathOf } from '../responses/send-error.ts'
import { sendShared } from '../responses/shared-json.ts'
import type { RenderedSites } from './rendered-sites.ts'
import { sendCompressed, sendFile } from './send-file.ts'

/** What the page routes serve, and to whom. */
export interface PageOptions {
  readonly shellDirectory: string
  readonly remotesDirectory: string
  readonly registry: Registry
  readonly identify: Identify
  readonly settings: PortalSettings
  readonly publicOrigin: string
  readonly sites: RenderedSites
  readonly previews: Previews
  readonly remoteKeys: RemoteKeys
  /** Counts a request that costs queries, unlike files; throws `rate_limited`. */
  readonly limit: (c: Context<OwnEnv>) => void
}

/** Build files whose names carry a digest of their content. */
const hashedName = /\.[0-9a-f]{8,}\.\w+$/

/** The script of a worker, by the name that bundlers and libraries give it. */
const workerScript = /\.worker\.[\w.-]*m?js$/

/** Serves the remotes' registry and files, the shell's files, and the shell's page for the rest. */
export function addPageRoutes(app: OwnApp, options: PageOptions): void {
  app.get('/remotes.json', async (c) => {
    options.limit(c)
    const snapshot = await options.registry.read(await audienceOf(c, options))
    // Pins, previews and promotions: the list depends on who asks.
    c.header('cache-control', 'private, no-cache')
    return sendShared(c, snapshot, ['Cookie', 'Authorization'])
  })
  app.get('/sitemap.xml', async (c) => {
    const { entries } = await options.registry.read()
    c.header('content-type', 'application/xml; charset=utf-8')
    c.header('cache-control', 'no-cache')
    return c.body(sitemap(entries, options.publicOrigin))
  })
  app.get('/robots.txt', (c) => {
    c.header('cache-control', 'no-cache')
    return c.text(robots(options.publicOrigin))
  })
  app.get('/remotes/*', async (c) => {
    const address = pathOf(c.env.incoming).slice('/remotes/'.length)
    if (workerScript.test(address)) c.header('content-security-policy', workerPolicy)
    return rowOrNotFound(await sendFile(c, { root: options.remotesDirectory, address, isImmutable: true }))
  })
  app.get('*', async (c) => {
    const path = pathOf(c.env.incoming)
    if (path.startsWith('/api/') || path.startsWith('/internal/')) throw notFound()
    const address = path.slice(1)
    // A path parameter may end like a file name, as the signed token of an invitation does.
    const isScreen = async () => isKnownPath((await options.registry.read()).entries, path)
    if (/\.\w+$/.test(path) && !path.endsWith('.html') && !(await isScreen())) {
      const isImmutable = hashedName.test(path)
      return rowOrNotFound(await sendFile(c, { root: options.shellDirectory, address, isImmutable }))
    }
    options.limit(c)
    return page(c, path, options)
  })
}

async function page(c: Context<OwnEnv>, path: string, options: PageOptions): Promise<Response> {
  const { entries } = await options.registry.read(await audienceOf(c, options))
  const file = /^\/[\w-]+\.html$/.test(path) ? path.slice(1) : 'index.html'
  const template = await readFile(join(options.shellDirectory, file), 'utf8').catch(() => null)
  if (template === null) throw file === 'index.html' ? notBuilt() : notFound()
  const nonce = randomBytes(16).toString('base64url')
  for (const policy of pagePolicies(nonce)) c.header('content-security-policy', policy, { append: true })
  c.header('cache-control', 'no-store')
  // The first requests leave before the script removes the token from the address (decision 14).
  if (c.req.query('auth_token') !== undefined) c.header('referrer-policy', 'no-referrer')
  const isShell = file === 'index.html'
  const session = isShell ? await likelySession(c, options) : null
  const likely = session && chooseRoute(entries, { path, ...session })
  const preloads = isShell ? pagePreloads([likely]) : []
  const isVisitor = session?.audiences.includes('anonymous') === true
  const rendered = likely && isVisitor && !expectsPerson(c) ? await publicPage(likely, options) : null
  const isKnown = !isShell || path === '/' || isKnownPath(entries, path)
  const html = renderIndexPage(template, { nonce, preloads, page: rendered, remoteKeys: options.remoteKeys })
  return rendered ? sendCompressed(c, html) : c.html(html, isKnown ? 200 : 404)
}

/** For whom versions are chosen. The person is looked up only where it matters. */
async function audienceOf(c: Context<OwnEnv>, options: PageOptions): Promise<Audience> {
  const { headers } = c.env.incoming
  if (!hasPreviews(headers) && (await options.registry.isUniform())) return everybody
  const principal = await options.identify(headers).catch(() => null)
  if (!principal) return everybody
  const { personId, organization } = principal.person.identity
  return { organizationId: organization?.id ?? null, previews: options.previews.of(headers, personId) }
}

/** Decision 10: somebody who was logged in gets no landing page that another page then replaces. */
function expectsPerson(c: Context<OwnEnv>): boolean {
  const { cookie = '' } = c.env.incoming.headers
  return cookie.includes(`${cookieNames.hint}=`) || c.req.query('auth_token') !== undefined
}

/** Null if marketing has no HTML of it: the shell then shows the page by itself. */
async function publicPage(
  chosen: ChosenRoute,
  { sites, publicOrigin }: PageOptions,
): Promise<PublicPage | null> {
  if (!isPublicPage(chosen.route)) return null
  const site = await sites.read(chosen.remote.version)
  const html = site?.pages[chosen.route.screen]
  return site && html !== undefined ? { chosen, publicOrigin, html, content: site.content } : null
}

/**
 * Whose page the shell will probably show, to preload its files. A person who cannot be identified
 * counts as a visitor: a wrong guess costs a few bytes, never access.
 */
async function likelySession(c: Context<OwnEnv>, { identify, settings }: PageOptions) {
  const principal = await identify(c.env.incoming.headers).catch(() => null)
  const session = presentSession(principal?.person.identity ?? null, settings)
  return { audiences: audiencesOf(session), permissions: session.permissions }
}

function notBuilt(): CodedError {
  return new CodedError('not_ready', 'The portal is being built. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
}
