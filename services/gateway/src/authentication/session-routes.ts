import { authTokenMinutesMax, gatewayApi, type OpenAccess } from '@portal/contracts/gateway'
import type { PortalSettings } from '@portal/contracts/session'
import { CodedError, notFound } from '@portal/service-kit/coded-error'
import { readInput } from '@portal/service-kit/http/read-input'
import type { Context } from 'hono'
import type { RateLimiter } from '../ingress/rate-limiter.ts'
import type { OwnApp, OwnEnv } from '../responses/own-app.ts'
import type { AuthTokens } from './auth-tokens.ts'
import type { Identify, Principal } from './authenticate.ts'
import { type CredentialRevoker, isRevoked } from './credential-revoker.ts'
import { presentSession } from './present-session.ts'
import { refuseCrossSite } from './same-origin.ts'
import type { SessionStore } from './session-store.ts'

/** What the session routes depend on. */
export interface SessionRoutesOptions {
  readonly identify: Identify
  readonly sessions: SessionStore
  readonly tokens: AuthTokens | null
  readonly revoker: CredentialRevoker
  readonly settings: PortalSettings
  readonly publicOrigin: string
  readonly tokenLimit: RateLimiter
}

type Signed = Extract<Principal, { via: 'cookie' }>

/** `/api/session` for the shell, and what a person may do about their own sessions and tokens. */
export function addSessionRoutes(app: OwnApp, options: SessionRoutesOptions): void {
  const { tokens, revoker } = options
  app.get(gatewayApi.readSession.path, async (c) =>
    c.json(presentSession(await options.identify(c.env.incoming.headers), options.settings)),
  )
  app.get(gatewayApi.listAccess.path, async (c) =>
    c.json(await listAccess(await signed(c, options), options)),
  )
  app.post(gatewayApi.mintToken.path, async (c) => {
    const principal = await signedWrite(c, options)
    if (!tokens) throw notFound()
    const { identity } = principal.person
    options.tokenLimit.take(identity.personId)
    if (identity.isMasterAdmin) throw new CodedError('forbidden', 'An operator cannot have a token.')
    const { body } = await readInput(c, gatewayApi.mintToken, 0)
    const { minutes } = gatewayApi.mintToken.body.parse(body)
    return c.json(await tokens.mint(identity.personId, minutes ?? authTokenMinutesMax), 201)
  })
  app.delete('/api/auth/sessions/:id', async (c) => {
    const { identity } = (await signedWrite(c, options)).person
    const id = gatewayApi.endAccess.params.safeParse(c.req.param())
    if (!id.success) throw notFound()
    if (!(await revoker.revokeOne(identity.personId, id.data.id))) throw notFound()
    return c.body(null, 204)
  })
  app.delete(gatewayApi.endOtherAccess.path, async (c) => {
    const principal = await signedWrite(c, options)
    await revoker.revokeOthers(principal.person.identity.personId, principal.session)
    return c.body(null, 204)
  })
}

/** The principal, by cookie: a token manages neither sessions nor tokens. */
async function signed(c: Context<OwnEnv>, options: SessionRoutesOptions): Promise<Signed> {
  const principal = await options.identify(c.env.incoming.headers)
  if (!principal) throw new CodedError('unauthorized', 'Unauthorized: please log in.')
  if (principal.via === 'bearer') {
    throw new CodedError('forbidden', 'A token cannot do this. Please sign in with your browser.')
  }
  return principal
}

async function signedWrite(c: Context<OwnEnv>, options: SessionRoutesOptions): Promise<Signed> {
  const principal = await signed(c, options)
  refuseCrossSite(c.env.incoming.headers, options.publicOrigin)
  return principal
}

async function listAccess(
  principal: Signed,
  { sessions, tokens }: SessionRoutesOptions,
): Promise<OpenAccess[]> {
  const { personId } = principal.person.identity
  const isValid = ({ createdAt }: { readonly createdAt: Date }) => !isRevoked(principal.person, createdAt)
  const browsers = (await sessions.list(personId)).filter(isValid).map(
    (session): OpenAccess => ({
      id: session.id,
      kind: 'browser',
      isCurrent: session.id === principal.sid,
      userAgent: session.userAgent,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    }),
  )
  const minted = ((await tokens?.list(personId)) ?? []).filter(isValid).map(
    (token): OpenAccess => ({
      id: token.id,
      kind: 'token',
      isCurrent: false,
      userAgent: null,
      createdAt: token.createdAt.toISOString(),
      lastSeenAt: null,
      expiresAt: token.expiresAt.toISOString(),
    }),
  )
  return [...browsers, ...minted]
}
