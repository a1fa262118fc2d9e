import { loginRoutes } from '@portal/contracts/gateway'
import type { Logger } from '@portal/service-kit/logger'
import type { Context } from 'hono'
import { cookieNames, endedCookie, readCookie } from '../authentication/cookies.ts'
import { refuseCrossSite } from '../authentication/same-origin.ts'
import type { SessionStore } from '../authentication/session-store.ts'
import type { ProviderLink } from '../oidc/provider-link.ts'
import { type Notice, showNotice } from '../responses/notice-page.ts'
import type { OwnApp, OwnEnv } from '../responses/own-app.ts'

/** What logout depends on. */
export interface LogoutOptions {
  readonly provider: ProviderLink
  readonly sessions: SessionStore
  readonly publicOrigin: string
  readonly logger: Logger
}

const logoutTokenCharactersMax = 16_000

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
  app.post(loginRoutes.backchannelLogout.path, (c) => endByProvider(c, options))
}

const question: Notice = {
  status: 200,
  title: 'Sign out of the portal?',
  text: 'Another site or a link asked to sign you out.',
  action: { label: 'Sign out', address: loginRoutes.logout.path, method: 'POST' },
}

/** Ends the local session in any case, then the browser ends its session at the provider. */
async function logOut(c: Context<OwnEnv>, options: LogoutOptions): Promise<Response> {
  const value = readCookie(c.req.header('cookie'), cookieNames.session)
  const session = value === null ? null : await options.sessions.find(value)
  if (session) await options.sessions.endOne(session, 'person')
  c.header('set-cookie', endedCookie(cookieNames.session), { append: true })
  c.header('set-cookie', endedCookie(cookieNames.hint), { append: true })
  c.header('clear-site-data', '"cache"')
  if (!session) return c.redirect('/', 303)
  try {
    const url = await options.provider.endSessionUrl(options.sessions.open(session.sealedIdToken))
    return c.redirect(url.href, 303)
  } catch (error) {
    options.logger.warn(
      { err: error, requestId: c.get('requestId') },
      'logged out here, but not at the provider',
    )
    return c.redirect('/', 303)
  }
}

/** OpenID Connect Back-Channel Logout 1.0, 2.5 to 2.8: 200 when done, 400 for an invalid token. */
async function endByProvider(c: Context<OwnEnv>, options: LogoutOptions): Promise<Response> {
  try {
    const text = await shortText(c.req.raw)
    const token = new URLSearchParams(text).get('logout_token') ?? ''
    const { subject, sid } = await options.provider.readLogoutToken(token)
    const ended = await options.sessions.endOfProvider({ issuer: options.provider.issuer, subject, sid })
    options.logger.info({ ended: ended.length }, 'sessions ended by the provider')
    return c.body(null, 200)
  } catch (error) {
    options.logger.warn({ err: error, requestId: c.get('requestId') }, 'logout token refused')
    return c.json({ error: 'invalid_request' }, 400)
  }
}

async function shortText(request: Request): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of request.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > logoutTokenCharactersMax) throw new Error('A logout token is short.')
  }
  return text
}
