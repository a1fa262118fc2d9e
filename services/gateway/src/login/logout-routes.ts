import { loginRoutes } from '@portal/contracts/gateway'
import type { Logger } from '@portal/service-kit/logger'
import type { Context, Env, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { deleteCookie, getCookie } from 'hono/cookie'
import { cookieAttributes, cookieNames } from '../authentication/cookies.ts'
import type { CredentialRevoker } from '../authentication/credential-revoker.ts'
import { refuseCrossSite } from '../authentication/same-origin.ts'
import type { SessionStore } from '../authentication/session-store.ts'
import type { ProviderLink } from '../oidc/provider-link.ts'
import { type Notice, showNotice } from '../responses/notice-page.ts'
import type { OwnApp, OwnEnv } from '../responses/own-app.ts'

/** What ends sessions that the provider has ended. */
interface ProviderLogout {
  readonly provider: ProviderLink
  readonly revoker: CredentialRevoker
  readonly logger: Logger
}

interface LogoutOptions extends ProviderLogout {
  readonly sessions: SessionStore
  readonly publicOrigin: string
  /** Throws when an address asks too often. */
  readonly limit: (c: Context<OwnEnv>) => void
}

const logoutBytesMax = 16_000

/** `/api/logout` for people (decisions 15 and 58), `/api/backchannel-logout` for the provider. */
export function addLogoutRoutes(app: OwnApp, options: LogoutOptions): void {
  app.get(loginRoutes.askLogout.path, (c) => {
    const site = c.req.header('sec-fetch-site')
    return site === 'same-origin' || site === 'none' ? logOut(c, options) : showNotice(c, question)
  })
  app.post(loginRoutes.logout.path, (c) => {
    refuseCrossSite(c.env.incoming.headers, options.publicOrigin)
    return logOut(c, options)
  })
  // Every token is verified, which takes a second for one with an unknown key.
  app.use(loginRoutes.backchannelLogout.path, async (c, next) => {
    options.limit(c)
    await next()
  })
  addProviderLogout(app, options)
}

/** On the public port, and on the internal one, which a provider inside a cluster reaches. */
export function addProviderLogout<E extends Env>(app: Hono<E>, options: ProviderLogout): void {
  const shortBody = bodyLimit({
    maxSize: logoutBytesMax,
    onError: (c) => c.json({ error: 'invalid_request' }, 400),
  })
  app.post(loginRoutes.backchannelLogout.path, shortBody, (c) => endByProvider(c, options))
}

const question: Notice = {
  status: 200,
  title: 'Log out of the portal?',
  text: 'Another site or a link asked to log you out.',
  action: { label: 'Log out', address: loginRoutes.logout.path, method: 'POST' },
}

/** Ends the local session in any case, then the browser ends its session at the provider. */
async function logOut(c: Context<OwnEnv>, options: LogoutOptions): Promise<Response> {
  const { provider, sessions, logger } = options
  const session = await sessions.find(getCookie(c, cookieNames.session))
  if (session) await sessions.endOne(session, 'person')
  deleteCookie(c, cookieNames.session, cookieAttributes)
  deleteCookie(c, cookieNames.hint, cookieAttributes)
  c.header('clear-site-data', '"cache"')
  if (!session) return c.redirect('/', 303)
  try {
    const url = await provider.endSessionUrl(sessions.open(session.sealedIdToken))
    return c.redirect(url.href, 303)
  } catch (error) {
    const line = { err: error, requestId: c.get('requestId') }
    logger.warn(line, 'logged out here, but not at the provider')
    return c.redirect('/', 303)
  }
}

/** OpenID Connect Back-Channel Logout 1.0, 2.5 to 2.8: 200 when done, 400 for an invalid token. */
async function endByProvider(c: Context, { provider, revoker, logger }: ProviderLogout): Promise<Response> {
  try {
    const token = new URLSearchParams(await c.req.text()).get('logout_token') ?? ''
    const ended = await revoker.revokeOfProvider(await provider.readLogoutToken(token))
    logger.info({ ended }, 'sessions ended by the provider')
    return c.body(null, 200)
  } catch (error) {
    logger.warn({ err: error, requestId: c.get('requestId') }, 'logout token refused')
    return c.json({ error: 'invalid_request' }, 400)
  }
}
