import { authTokenMinutesMax, gatewayApi, type OpenAccess } from '@portal/contracts/gateway'
import type { PortalSettings } from '@portal/contracts/session'
import { CodedError, notFound } from '@portal/service-kit/coded-error'
import { readInput } from '@portal/service-kit/http/read-input'
import type { Context } from 'hono'
import type { OwnApp, OwnEnv } from '../answers/own-app.ts'
import type { RateLimiter } from '../door/rate-limiter.ts'
import { refuseCrossSite } from '../identity/same-origin.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { AuthTokens } from '../tokens/auth-tokens.ts'
import { type AccessEnding, isEnded } from './access-ending.ts'
import type { Caller } from './identify.ts'
import { presentSession } from './present-session.ts'

/** What the session routes rest on. */
export interface SessionRoutesOptions {
  readonly identify: (headers: Context<OwnEnv>['env']['incoming']['headers']) => Promise<Caller | null>
  readonly sessions: SessionStore
  readonly tokens: AuthTokens | null
  readonly ending: AccessEnding
  readonly settings: PortalSettings
  readonly publicOrigin: string
  readonly tokenLimit: RateLimiter
}

type Signed = Extract<Caller, { via: 'cookie' }>

/** `/api/session` for the shell, and what a person may do about their own sessions and tokens. */
export function addSessionRoutes(app: OwnApp, options: SessionRoutesOptions): void {
  const { tokens, ending } = options
  app.get(gatewayApi.readSession.path, async (c) =>
    c.json(presentSession(await options.identify(c.env.incoming.headers), options.settings)),
  )
  app.get(gatewayApi.listAccess.path, async (c) =>
    c.json(await listAccess(await signed(c, options), options)),
  )
  app.post(gatewayApi.mintToken.path, async (c) => {
    const caller = await signedWrite(c, options)
    if (!tokens) throw notFound()
    const { identity } = caller.person
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
    if (!(await ending.endOne(identity.personId, id.data.id))) throw notFound()
    return c.body(null, 204)
  })
  app.delete(gatewayApi.endOtherAccess.path, async (c) => {
    const caller = await signedWrite(c, options)
    await ending.endOthers(caller.person.identity.personId, caller.session)
    return c.body(null, 204)
  })
}

/** The caller, by cookie: a token manages neither sessions nor tokens. */
async function signed(c: Context<OwnEnv>, options: SessionRoutesOptions): Promise<Signed> {
  const caller = await options.identify(c.env.incoming.headers)
  if (!caller) throw new CodedError('unauthorized', 'Unauthorized: please log in.')
  if (caller.via === 'bearer') {
    throw new CodedError('forbidden', 'A token cannot do this. Please sign in with your browser.')
  }
  return caller
}

async function signedWrite(c: Context<OwnEnv>, options: SessionRoutesOptions): Promise<Signed> {
  const caller = await signed(c, options)
  refuseCrossSite(c.env.incoming.headers, options.publicOrigin)
  return caller
}

async function listAccess(caller: Signed, { sessions, tokens }: SessionRoutesOptions): Promise<OpenAccess[]> {
  const { personId } = caller.person.identity
  const stands = ({ createdAt }: { readonly createdAt: Date }) => !isEnded(caller.person, createdAt)
  const browsers = (await sessions.list(personId)).filter(stands).map(
    (session): OpenAccess => ({
      id: session.id,
      kind: 'browser',
      isCurrent: session.id === caller.sid,
      userAgent: session.userAgent,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    }),
  )
  const minted = ((await tokens?.list(personId)) ?? []).filter(stands).map(
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
