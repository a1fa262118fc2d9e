import type { Logger } from '@portal/service-kit/logger'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { z } from 'zod'
import { notifyClients } from './end-sessions.ts'

const Hint = z.object({ payload: z.object({ sub: z.string() }) })

/**
 * Whether the request proves that the user asked for the logout: its ID token is theirs. Otherwise
 * OpenID Connect RP-Initiated Logout 1.0 §2 wants a confirmation.
 */
export function isOwnSignOut(ctx: KoaContextWithOIDC): boolean {
  const hint = Hint.safeParse(ctx.oidc.entities.IdTokenHint).data
  return hint !== undefined && hint.payload.sub === ctx.oidc.session?.accountId
}

/** Ends the session with all its grants, notifies its clients, and redirects. */
export async function endBrowserSession(ctx: KoaContextWithOIDC, log: Logger): Promise<void> {
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
  await notifyClients({ provider, log }, session.accountId, authorizations)
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
