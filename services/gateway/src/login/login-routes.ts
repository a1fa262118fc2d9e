import { loginRoutes } from '@portal/contracts/gateway'
import type { Identity, ProviderClaims } from '@portal/contracts/team'
import type { AccessAttempt, AuditLog } from '@portal/service-kit/audit/audit-log'
import { CodedError } from '@portal/service-kit/coded-error'
import { isDatabaseAway } from '@portal/service-kit/database/connection-slot'
import type { Logger } from '@portal/service-kit/logger'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { cookieAttributes, cookieNames, secretAttributes } from '../authentication/cookies.ts'
import { lifetime, type NewSession, type SessionStore } from '../authentication/session-store.ts'
import type { IdentityClient } from '../identity-client/identity-client.ts'
import type { IdClaims, ProviderLink, SignIn } from '../oidc/provider-link.ts'
import { ProviderUnavailable } from '../oidc/reach-provider.ts'
import {
  crowded,
  type Notice,
  providerAway,
  retrySeconds,
  showNotice,
  signInAgain,
} from '../responses/notice-page.ts'
import type { OwnApp, OwnEnv } from '../responses/own-app.ts'
import { localPath } from './return-to.ts'
import type { SignIns } from './sign-in-admission.ts'

interface LoginOptions extends SignIns {
  readonly provider: ProviderLink
  readonly sessions: SessionStore
  /** Records failed logins. */
  readonly access: Pick<AuditLog, 'denied'>
  readonly people: IdentityClient
  readonly publicOrigin: string
  readonly addressOf: (c: Context<OwnEnv>) => string
  /** Throws when an address tries too often. */
  readonly limit: (address: string) => void
  readonly logger: Logger
}

const maxAge = lifetime.absoluteMs / 1000

/** `GET /api/login` sends the browser to the provider; `GET /api/callback` opens the session. */
export function addLoginRoutes(app: OwnApp, options: LoginOptions): void {
  app.get(loginRoutes.login.path, (c) => {
    options.limit(options.addressOf(c))
    return begin(c, options)
  })
  app.get(loginRoutes.callback.path, (c) => {
    options.limit(options.addressOf(c))
    return complete(c, options)
  })
}

async function begin(c: Context<OwnEnv>, options: LoginOptions): Promise<Response> {
  const { attempts, provider, sessions } = options
  const returnTo = localPath(c.req.query('returnTo'))
  if (await sessions.find(getCookie(c, cookieNames.session))) return c.redirect(returnTo, 303)
  if (!options.admission.admits({ cookies: c.req.header('cookie'), address: options.addressOf(c) })) {
    c.header('retry-after', String(retrySeconds))
    return showNotice(c, crowded(returnTo))
  }
  try {
    const { secrets, url } = await provider.begin(await invitedAddress(options, returnTo))
    attempts.begin(c, secrets, returnTo)
    return c.redirect(url.href, 303)
  } catch (error) {
    return explain(c, error, { options, returnTo })
  }
}

/** While team is away the login page is not filled in, and the login goes on. */
async function invitedAddress({ people, logger }: LoginOptions, returnTo: string): Promise<string | null> {
  const token = /^\/invitation\/([\w.-]{1,1000})$/.exec(returnTo)?.[1]
  if (token === undefined) return null
  return people.invitedAddress(token).catch((error: unknown) => {
    logger.warn({ err: error }, 'the login page of an invitation is not filled in')
    return null
  })
}

async function complete(c: Context<OwnEnv>, options: LoginOptions): Promise<Response> {
  const { access, attempts, people, provider, sessions } = options
  const attempt = attempts.take(c, c.req.query('state') ?? '')
  const current = await sessions.find(getCookie(c, cookieNames.session))
  if (!attempt) {
    // The back button after a login, or a login that another browser started.
    if (current) return c.redirect('/', 303)
    await access.denied(loginOf(c, null), 'login_refused')
    return showNotice(c, expired('/'))
  }
  try {
    const callback = new URL(c.env.incoming.url ?? '', options.publicOrigin)
    const signIn = await provider.redeem(callback, attempt)
    const person = await people.resolve(providerClaims(signIn.claims, provider.realm))
    if (person.isDisabled) {
      await access.denied(loginOf(c, person.personId), 'account_disabled')
      return showNotice(c, disabled)
    }
    if (current) await sessions.endOne(current, 'person')
    const value = await sessions.begin(newSession(c, signIn, person))
    setCookie(c, cookieNames.session, value, { ...secretAttributes, maxAge })
    setCookie(c, cookieNames.hint, '1', { ...cookieAttributes, maxAge })
    options.admission.remember(c)
    return c.redirect(homeOf(person, attempt.returnTo), 303)
  } catch (error) {
    if (!isAway(error)) await access.denied(loginOf(c, null), 'login_refused')
    return explain(c, error, { options, returnTo: attempt.returnTo })
  }
}

/** Operators without organization who wanted no address begin in Master Admin (decision 8). */
function homeOf({ isMasterAdmin, organization }: Identity, returnTo: string): string {
  return returnTo === '/' && isMasterAdmin && !organization ? '/master-admin' : returnTo
}

function loginOf(c: Context<OwnEnv>, personId: string | null): AccessAttempt {
  return { personId, organizationId: null, route: 'GET /api/callback', requestId: c.get('requestId') }
}

function newSession(c: Context<OwnEnv>, { claims, ...tokens }: SignIn, person: Identity): NewSession {
  return {
    ...tokens,
    personId: person.personId,
    issuer: claims.iss,
    subject: claims.sub,
    providerSession: claims.sid ?? null,
    issuedAt: new Date(claims.iat * 1000),
    userAgent: c.req.header('user-agent') ?? '',
    validFrom: person.sessionsValidFrom,
  }
}

function providerClaims(claims: IdClaims, realm: string): ProviderClaims {
  return {
    issuer: realm,
    subject: claims.sub,
    username: claims.preferred_username ?? null,
    email: claims.email ?? null,
    isEmailVerified: claims.email_verified ?? false,
    firstName: claims.given_name ?? null,
    lastName: claims.family_name ?? null,
  }
}

/** A failed login ends on a page that says so; it never starts another, so there is no loop. */
function explain(
  c: Context<OwnEnv>,
  error: unknown,
  { options, returnTo }: { options: LoginOptions; returnTo: string },
): Response | Promise<Response> {
  const line = { err: error, requestId: c.get('requestId') }
  const isProviderAway = error instanceof ProviderUnavailable
  options.logger.warn(line, isProviderAway ? 'provider away' : 'login failed')
  if (!isAway(error)) return showNotice(c, expired(returnTo))
  c.header('retry-after', String(retrySeconds))
  return showNotice(c, providerAway(returnTo))
}

/** Whether provider, team or database did not answer: nobody has been refused. */
function isAway(error: unknown): boolean {
  if (error instanceof CodedError) return error.code === 'upstream_unavailable'
  return error instanceof ProviderUnavailable || isDatabaseAway(error)
}

function expired(returnTo: string): Notice {
  return {
    status: 400,
    title: 'This login could not be completed',
    text: 'It was started in another browser, took too long, or was used already. Nothing has happened to your account.',
    action: signInAgain(returnTo),
  }
}

const disabled: Notice = {
  status: 403,
  title: 'This account is disabled',
  text: 'An administrator has disabled this account. Please contact them if you think that is wrong.',
  action: { label: 'Go to the start page', address: '/', method: 'GET' },
}
