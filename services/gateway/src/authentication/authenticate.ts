import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { RouteLimit } from '@portal/contracts/route'
import type { AuditLog } from '@portal/service-kit/audit/audit-log'
import { CodedError } from '@portal/service-kit/coded-error'
import { addressKey } from '@portal/service-kit/http/address-key'
import type { IdentityClient, KnownPerson } from '../identity-client/identity-client.ts'
import type { ClientLimits } from '../ingress/client-limits.ts'
import type { RoutedRequest } from '../ingress/dispatch.ts'
import type { AuthTokens } from './auth-tokens.ts'
import { sessionCookie } from './cookies.ts'
import { type CredentialRevoker, isRevoked } from './credential-revoker.ts'
import { refuseCrossSite } from './same-origin.ts'
import type { SessionRefresh } from './session-refresh.ts'
import type { Session, SessionStore } from './session-store.ts'

/** Who sends a request, by which credential. */
export interface Principal {
  /** Public id of the session or token. */
  readonly sid: string
  /** Null for a bearer token. */
  readonly session: Session | null
  readonly person: KnownPerson
  /** When the session or token began. */
  readonly beganAt: Date
}

/** What follows authentication; the principal is null for a visitor, on public routes only. */
export type AuthenticatedStage = (request: RoutedRequest, principal: Principal | null) => Promise<void>

interface IdentifyOptions {
  /** Records what the gateway refuses itself; services record what they refuse. */
  readonly access: Pick<AuditLog, 'denied'>
  readonly sessions: SessionStore
  /** Null when bearer tokens are switched off. */
  readonly tokens: AuthTokens | null
  readonly people: IdentityClient
  readonly revoker: CredentialRevoker
  readonly refresh: SessionRefresh
  /** The events that the browser caused at other replicas. */
  readonly seen: { learn(sid: string, cookies: string | undefined): boolean }
}

/** Finds the principal of a request; null for a visitor. */
export type Identify = (headers: IncomingHttpHeaders) => Promise<Principal | null>

/**
 * Identifies by session cookie, else by bearer token. With both, the cookie decides, and
 * credentials of different people are refused (decisions 14 and 58). A credential that was revoked
 * since it began identifies nobody and is ended here.
 */
export function createIdentify(options: IdentifyOptions): Identify {
  const { sessions, tokens, people, revoker, refresh, access, seen } = options
  return async function identify({ cookie, authorization = '' }) {
    const session = await sessions.find(sessionCookie(cookie))
    const bearer = /^Bearer (.*)/i.exec(authorization)?.[1]?.trim()
    const token = bearer === undefined ? null : ((await tokens?.check(bearer)) ?? null)
    if (session && token && session.personId !== token.personId) {
      const attempt = { personId: session.personId, organizationId: null, route: 'credentials' }
      await access.denied(attempt, 'credential_conflict')
      throw new CodedError(
        'credential_conflict',
        'Unauthorized: the session and the token belong to different people.',
      )
    }
    const credential = session ?? token
    if (!credential) return null
    const { id: sid, personId, createdAt: beganAt } = credential
    // It may have changed who they are, as by founding an organization.
    if (session && seen.learn(sid, cookie)) people.drop(personId)
    const person = await people.read(personId)
    if (!person || isRevoked(person, beganAt)) {
      await revoker.revokeInvalid(personId, person)
      return null
    }
    if (session) refresh.startIfDue(session)
    // Operators get no tokens; a person who became one cannot use theirs any more.
    else if (person.identity.isMasterAdmin) {
      throw new CodedError('unauthorized', 'Unauthorized: an operator logs in with a browser session.')
    }
    return { sid, session, person, beganAt }
  }
}

/** The limits that a request is checked against once its principal is known. */
export interface RequestRules {
  readonly identify: Identify
  readonly access: Pick<AuditLog, 'denied'>
  readonly limits: ClientLimits
  /** Those that a route declares. */
  readonly routeLimits: Readonly<Record<RouteLimit, { take(key: string): void | Promise<void> }>>
  readonly publicOrigin: string
}

const isRead: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD'])

/** The key by which a route's limit counts. */
const countedBy: Readonly<Record<RouteLimit, readonly ('person' | 'address')[]>> = {
  'join-code': ['person', 'address'],
  token: ['person'],
  login: ['address'],
  search: ['person'],
  'own-data': ['person'],
  'remote-report': ['person'],
}

/**
 * The stage between ingress and proxy: identifies, applies the limits, and refuses visitors,
 * cross-site writes and bearer tokens where the route says so. Rejects with a coded error.
 */
export function createAuthentication(rules: RequestRules, next: AuthenticatedStage) {
  return async function authenticate(request: RoutedRequest): Promise<void> {
    const principal = await rules.identify(request.incoming.headers)
    if (principal) {
      const { rates, inFlight } = rules.limits
      const { personId } = principal.person.identity
      rates.session.take(principal.sid)
      rates.person.take(personId)
      rates.data.assertLeft(personId)
      if (!request.route.isStream) {
        inFlight.session.enter(principal.sid, request.counted)
        inFlight.person.enter(personId, request.counted)
      }
      const refusal = await refusalOf(rules, request, principal)
      if (refusal) await refuse(rules, request, { principal, refusal })
    } else if (request.route.contract.can !== 'public') {
      throw new CodedError('unauthorized', 'Unauthorized: please log in.')
    }
    await next(request, principal)
  }
}

/** Why this credential may not do this, not from there, or so often. */
async function refusalOf(
  { routeLimits, publicOrigin }: RequestRules,
  { incoming, route: { contract }, address }: RoutedRequest,
  { person, session }: Principal,
): Promise<CodedError | null> {
  try {
    const { limit, limitWith } = contract
    if (limit && (limitWith === null || queryOf(incoming).has(limitWith))) {
      for (const who of countedBy[limit])
        await routeLimits[limit].take(who === 'person' ? person.identity.personId : addressKey(address))
    }
    if (session) {
      if (!isRead.has(incoming.method)) refuseCrossSite(incoming.headers, publicOrigin)
    } else if (!contract.bearer) {
      return new CodedError('forbidden', 'A token cannot do this. Please log in with your browser.')
    }
    return null
  } catch (error) {
    if (error instanceof CodedError) return error
    throw error
  }
}

function queryOf({ url = '' }: IncomingMessage): URLSearchParams {
  return new URLSearchParams(url.replace(/^[^?]*/, ''))
}

/** Records the refusal and throws it. */
async function refuse(
  { access }: RequestRules,
  { route: { contract } }: RoutedRequest,
  { principal, refusal }: { readonly principal: Principal; readonly refusal: CodedError },
): Promise<never> {
  const { personId, organization } = principal.person.identity
  const route = `${contract.method} ${contract.path}`
  await access.denied({ personId, organizationId: organization?.id ?? null, route }, refusal.code)
  throw refusal
}
