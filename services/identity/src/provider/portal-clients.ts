import type { ClientMetadata } from 'oidc-provider'

/** `origin` is the public one, without a trailing slash. */
export interface PortalClientSettings {
  readonly origin: string
  readonly gatewaySecret: string
  /** As the provider reaches it (OpenID Connect Back-Channel Logout 1.0). */
  readonly backchannelLogoutUri: string
}

/** Client ids, the same as in the Keycloak realm. */
export const portalClientIds = { gateway: 'portal-gateway', web: 'portal-web' } as const

/**
 * The gateway: confidential, with refresh tokens and back-channel logout. The browser: public, only
 * to notice a session silently (`<origin>/silent-check.html`).
 */
export function portalClients(settings: PortalClientSettings): ClientMetadata[] {
  const { origin, gatewaySecret, backchannelLogoutUri } = settings
  return [
    {
      client_id: portalClientIds.gateway,
      client_name: 'Portal',
      client_secret: gatewaySecret,
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: [`${origin}/api/callback`],
      post_logout_redirect_uris: [`${origin}/`],
      backchannel_logout_uri: backchannelLogoutUri,
      backchannel_logout_session_required: true,
    },
    {
      client_id: portalClientIds.web,
      client_name: 'Portal in the browser',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: [`${origin}/silent-check.html`, `${origin}/`],
      post_logout_redirect_uris: [`${origin}/`],
    },
  ]
}
