import { z } from 'zod'
import { event, events } from './events.ts'
import { operationsApi } from './operations.ts'
import { remoteActs, remotesApi } from './remote-releases.ts'
import { route } from './route.ts'
import { Session } from './session.ts'

/** One part of the portal as GET /api/status reports it. */
export const StatusPart = z.object({
  name: z.string(),
  kind: z.enum(['service', 'remote', 'engine']),
  state: z.enum(['ready', 'unavailable']),
  version: z.string().nullable(),
  detail: z.string().nullable(),
})
export type StatusPart = z.infer<typeof StatusPart>

/** Answer of GET /api/status: 200 when every part serves, else 503. */
export const PortalStatus = z.object({ state: z.enum(['ready', 'unavailable']), parts: z.array(StatusPart) })
export type PortalStatus = z.infer<typeof PortalStatus>

/** A server-sent message of GET /api/events: the event's type and the id of what changed. */
export const Invalidation = z.object({ type: z.string(), subject: z.string() })
export type Invalidation = z.infer<typeof Invalidation>

/** A bearer token for the `auth_token` parameter (decision 14), shown once. */
export const AuthToken = z.object({ id: z.uuid(), token: z.string(), expiresAt: z.iso.datetime() })
export type AuthToken = z.infer<typeof AuthToken>

/** A signed-in browser or a minted token of the person. */
export const OwnSession = z.object({
  id: z.uuid(),
  kind: z.enum(['browser', 'token']),
  isCurrent: z.boolean(),
  userAgent: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** Longest life of an auth token, in minutes. */
export const authTokenMinutesMax = 60

/** The routes that the gateway serves itself, with JSON. */
export const gatewayApi = {
  readSession: route('GET', '/api/session', {
    can: 'public',
    summary: 'Facts about the session for the shell; `person` is null for a visitor',
    returns: Session,
  }),
  mintToken: route('POST', '/api/auth/token', {
    can: 'signed-in',
    summary: 'Mint a short-lived bearer token; by cookie only, never for an operator',
    body: z.object({ minutes: z.number().int().min(1).max(authTokenMinutesMax).optional() }),
    returns: AuthToken,
    status: 201,
    limit: 'token',
    bearer: false,
    // The token is stored nowhere, so neither is the response.
    isRepeatable: true,
  }),
  listOwnSessions: route('GET', '/api/auth/sessions', {
    can: 'signed-in',
    summary: 'Own signed-in browsers and tokens, the latest first',
    returns: z.array(OwnSession),
    bearer: false,
  }),
  endOwnSession: route('DELETE', '/api/auth/sessions/{id}', {
    can: 'signed-in',
    summary: 'Sign a browser out, or revoke a token',
    params: z.object({ id: z.uuid() }),
  }),
  endOtherSessions: route('DELETE', '/api/auth/sessions', {
    can: 'signed-in',
    summary: 'Log out everywhere else and revoke every token',
  }),
  exportOwnData: route('GET', '/api/profile/export', {
    can: 'signed-in',
    summary: 'What the portal keeps of oneself, as a ZIP archive with a page (decision 40)',
    streams: ['application/zip'],
    limit: 'own-data',
    bearer: false,
    deadlineMs: 60_000,
  }),
  readStatus: route('GET', '/api/status', {
    can: 'public',
    summary: 'Whether every service, remote and engine serves',
    returns: PortalStatus,
  }),
  ...operationsApi,
  ...remotesApi,
} as const

/** The response of this route is a stream that stays open, so it is written past the binder. */
export const followEvents = route('GET', '/api/events', {
  can: 'signed-in',
  summary: 'Server-sent invalidations: an event type and the id of what changed',
  streams: ['text/event-stream'],
})

/** What browsers navigate to, and the provider's call: these redirect or show a page. */
export const loginRoutes = {
  login: route('GET', '/api/login', {
    can: 'public',
    summary: 'Go to the identity provider, and come back to `returnTo`',
    limit: 'login',
  }),
  callback: route('GET', '/api/callback', {
    can: 'public',
    summary: 'Come back from the identity provider, with a session',
    limit: 'login',
  }),
  askLogout: route('GET', '/api/logout', {
    can: 'public',
    summary: 'Log out, after a question if another site sent the browser',
  }),
  logout: route('POST', '/api/logout', { can: 'public', summary: 'Log out' }),
  backchannelLogout: route('POST', '/api/backchannel-logout', {
    can: 'public',
    summary: 'The identity provider ends sessions (OpenID Connect Back-Channel Logout 1.0)',
  }),
} as const

/**
 * Logins and tokens, whose subject is the public id of the session or token, and what is done to
 * remotes, whose subject is the remote's name.
 */
export const gatewayEvents = events('gateway', {
  sessionStarted: event('session.started', 1, { userId: z.string() }),
  sessionEnded: event('session.ended', 1, { userId: z.string() }),
  tokenMinted: event('token.minted', 1, { userId: z.string() }),
  tokenRevoked: event('token.revoked', 1, { userId: z.string() }),
  remoteChanged: event('remote.changed', 1, {
    change: z.enum(remoteActs),
    versionId: z.string().nullable(),
    percent: z.number().int().nullable(),
    /** For which organization a version was pinned. */
    ofOrganization: z.number().int().nullable(),
  }),
})
