import type { Database } from '@portal/service-kit/database/open-database'
import type { Logger } from '@portal/service-kit/logger'
import type { Mailer } from '@portal/service-kit/ports/mailer'
import { type KoaContextWithOIDC, Provider } from 'oidc-provider'
import { postgresAccountStore } from './accounts/account-store.ts'
import type { PasswordCost } from './accounts/key-derivation.ts'
import { passwordHasher } from './accounts/password-hash.ts'
import { linkMails } from './links/link-mails.ts'
import { postgresAddressLinks, postgresPasswordLinks } from './links/one-time-links.ts'
import { knownBrowsers } from './login/known-browsers.ts'
import { LoginLane } from './login/login-lane.ts'
import { postgresLoginThrottle } from './login/login-throttle.ts'
import type { PageDeps } from './page-deps.ts'
import { pageRoutes } from './page-routes.ts'
import { formGuard } from './pages/form-guard.ts'
import type { Site } from './pages/layout.ts'
import { confirmSignOutPage, signedOutPage } from './pages/notice-pages.ts'
import type { PageAssets } from './pages/page-assets.ts'
import { type PageContext, type Step, sendPage, siteOf } from './pages/page-context.ts'
import { oidcConfiguration } from './provider/oidc-configuration.ts'
import { type PortalClientSettings, portalClientIds } from './provider/portal-clients.ts'
import type { ProviderKeys } from './provider/provider-keys.ts'
import { logProtocol, protocolErrorPage, responseRules } from './response-rules.ts'
import { endBrowserSession, isOwnSignOut, sendOn } from './sessions/end-browser-session.ts'
import { endSession, endSessions } from './sessions/end-sessions.ts'
import { keepSessionAlive } from './sessions/session-lifetime.ts'

export interface IdentityAppSettings {
  readonly issuer: string
  readonly clients: PortalClientSettings
  readonly database: Database
  readonly keys: ProviderKeys
  readonly assets: PageAssets
  readonly passwordCost: PasswordCost
  readonly mailer: Mailer | null
  readonly log: Logger
}

/** The provider with its pages, and the parts that it shares with the admin API. */
export interface IdentityApp extends PageDeps {
  /** Resolves when mails have left and no password is being hashed. */
  readonly stop: () => Promise<void>
}

/** Wires protocol and pages. Does not listen, and reads nothing from the database yet. */
export function identityApp(settings: IdentityAppSettings): IdentityApp {
  const { issuer, database, keys, assets, log } = settings
  const site = siteOf(issuer, assets)
  const hasher = passwordHasher(settings.passwordCost)
  const accounts = postgresAccountStore(database, hasher)
  const provider = new Provider(
    issuer,
    oidcConfiguration({
      ...settings,
      accounts,
      showError: protocolErrorPage(site),
      confirmSignOut: (ctx) => confirmSignOut(ctx, site, log),
      showSignedOut: async (ctx) => sendPage(ctx, 200, signedOutPage(site)),
    }),
  )
  const addressLinks = postgresAddressLinks(database)
  const links = postgresPasswordLinks(database, hasher)
  const { mailer } = settings
  const clientIds = Object.values(portalClientIds)
  const mails = linkMails({ mailer, addressLinks, passwordLinks: links, issuer, log })
  const app: IdentityApp = {
    ...{ provider, site, accounts, addressLinks, assets },
    links,
    throttle: postgresLoginThrottle(database),
    browsers: knownBrowsers(keys.cookie, site.base),
    lanes: { known: new LoginLane(), strangers: new LoginLane(), chosen: new LoginLane() },
    mails,
    guard: formGuard(keys.cookie, site.origin),
    endSessions: (subject) => endSessions({ provider, database, clientIds, log }, subject),
    stop: async () => {
      await mails.stop()
      await hasher.stop()
    },
  }
  fixPublicAddress(provider, issuer)
  logProtocol(provider, log)
  provider.use(responseRules(site, log))
  provider.use(pageRoutes(app))
  provider.use(signOutWithoutSession)
  provider.use(refreshKeepsSession(database))
  provider.use(revocationEndsSession(database))
  return app
}

/**
 * The public address is configuration, so no Host or X-Forwarded header can change it. `secure`,
 * because browsers accept Secure cookies on http://localhost too.
 */
function fixPublicAddress(provider: Provider, issuer: string): void {
  const { host, protocol } = new URL(issuer)
  provider.proxy = true
  // The gateway appends one address; anything that the client wrote before it is ignored.
  provider.maxIpsCount = 1
  Object.defineProperties(provider.request, {
    host: { get: () => host },
    protocol: { get: () => protocol.slice(0, -1) },
    secure: { get: () => true },
  })
}

async function confirmSignOut(ctx: KoaContextWithOIDC, site: Site, log: Logger): Promise<void> {
  if (isOwnSignOut(ctx)) return endBrowserSession(ctx, log)
  const action = `${site.base}/session/end/confirm`
  const xsrf = ctx.oidc.session?.state?.secret
  sendPage(ctx, 200, confirmSignOutPage(site, { action, xsrf: typeof xsrf === 'string' ? xsrf : '' }))
}

/** Without a session there is nothing to confirm. */
const signOutWithoutSession: Step = async (ctx, next) => {
  await next()
  if (!isProtocol(ctx) || ctx.oidc.route !== 'end_session') return
  if (ctx.status === 200 && !ctx.oidc.session?.accountId) sendOn(ctx)
}

function refreshKeepsSession(database: Database): Step {
  return async (ctx, next) => {
    await next()
    if (!isProtocol(ctx) || ctx.oidc.route !== 'token' || ctx.status !== 200) return
    const sessionUid = ctx.oidc.refreshToken?.sessionUid
    if (sessionUid) await keepSessionAlive(database, sessionUid)
  }
}

/** Revoking its refresh token ends a session: its browser has to enter a password again. */
function revocationEndsSession(database: Database): Step {
  return async (ctx, next) => {
    await next()
    if (!isProtocol(ctx) || ctx.oidc.route !== 'revocation' || ctx.status !== 200) return
    const { sessionUid } = ctx.oidc.entities.RefreshToken ?? {}
    if (sessionUid) await endSession(database, sessionUid)
  }
}

/** Only requests that the protocol handled carry its context. */
function isProtocol(ctx: PageContext): ctx is PageContext & KoaContextWithOIDC {
  return 'oidc' in ctx
}
