import type { KoaContextWithOIDC } from 'oidc-provider'
import { notifyClients, type SessionEnding } from './end-sessions.ts'

/**
 * Whether the request proves that the user asked for the logout: its ID token is theirs. Otherwise
 * OpenID Connect RP-Initiated Logout 1.0 §2 wants a confirmation.
 */
export function isOwnSignOut(ctx: KoaContextWithOIDC): boolean {
  const hint: unknown = ctx.oidc.entities.IdTokenHint
  const subject = ctx.oidc.session?.accountId
  return subject !== undefined && subjectOf(hint) === subject
}

/** Ends the session with all its grants, notifies its clients, and redirects. */
export async function endBrowserSession(
  ctx: KoaContextWithOIDC,
  ending: Pick<SessionEnding, 'log'>,
): Promise<void> {
  const { session, provider } = ctx.oidc
  if (!session?.accountId) return
  const authorizations = session.authorizations ?? {}
  const grants = Object.values(authorizations).flatMap(({ grantId }) => grantId ?? [])
  await Promise.all(
    grants.flatMap((grantId) => [
      provider.AccessToken.revokeByGrantId(grantId),
      provider.AuthorizationCode.revokeByGrantId(grantId),
      provider.RefreshToken.revokeByGrantId(grantId),
      provider.Grant.adapter.destroy(grantId),
    ]),
  )
  await session.destroy()
  await notifyClients({ provider, log: ending.log }, session.accountId, authorizations)
  ctx.cookies.set(provider.cookieName('session'), null, {
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    signed: true,
  })
  sendOn(ctx)
}

/** Redirects to the client's address, which oidc-provider has checked, or the signed-out page. */
export function sendOn(ctx: KoaContextWithOIDC): void {
  const { post_logout_redirect_uri: wanted, state } = ctx.oidc.params ?? {}
  if (typeof wanted !== 'string') {
    ctx.redirect(ctx.oidc.urlFor('end_session_success'))
  } else {
    const target = new URL(wanted)
    if (typeof state === 'string') target.searchParams.set('state', state)
    ctx.redirect(target.href)
  }
  ctx.status = 303
  ctx.body = ''
}

function subjectOf(hint: unknown): unknown {
  if (typeof hint !== 'object' || hint === null || !('payload' in hint)) return undefined
  const { payload } = hint
  return typeof payload === 'object' && payload !== null && 'sub' in payload ? payload.sub : undefined
}
