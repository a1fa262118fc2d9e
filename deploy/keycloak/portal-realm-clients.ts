import type { KeycloakClient, Representation } from '@portal/adapters/identity-admin/keycloak/keycloak-realm'
import { portalClientIds } from '@portal/identity-service/provider/portal-clients'

/** What differs between installations. */
export interface PortalRealmOptions {
  /** The portal's public origin, without a trailing slash. */
  readonly origin: string
  readonly gatewaySecret: string
  readonly identityAdminSecret: string
  /** The gateway's `/api/backchannel-logout` as Keycloak reaches it. */
  readonly backchannelLogoutUrl: string
  /** `portal` unless several portals share a Keycloak. */
  readonly realm?: string
  /** The portal's `MAILER_URL`. */
  readonly mailer?: string
}

/** The service account behind IdentityAdmin. */
export const identityAdminClientId = 'portal-identity-admin'

/** `sub`, names and address. Portal roles belong to team and are in no token. */
const personScopes = ['basic', 'profile', 'email']

const codeFlowOnly: Representation = {
  protocol: 'openid-connect',
  enabled: true,
  standardFlowEnabled: true,
  implicitFlowEnabled: false,
  directAccessGrantsEnabled: false,
  consentRequired: false,
  frontchannelLogout: false,
  // No realm role belongs in these tokens.
  fullScopeAllowed: false,
}

/** The gateway: confidential, code flow with PKCE, notified of every session that ends. */
export function gatewayClient(options: PortalRealmOptions): KeycloakClient {
  const { origin, gatewaySecret, backchannelLogoutUrl } = options
  return {
    clientId: portalClientIds.gateway,
    settings: {
      ...codeFlowOnly,
      name: 'Portal',
      publicClient: false,
      clientAuthenticatorType: 'client-secret',
      secret: gatewaySecret,
      baseUrl: `${origin}/`,
      redirectUris: [`${origin}/api/callback`],
      webOrigins: [],
      attributes: {
        'pkce.code.challenge.method': 'S256',
        'post.logout.redirect.uris': `${origin}/`,
        'backchannel.logout.url': backchannelLogoutUrl,
        'backchannel.logout.session.required': 'true',
        'backchannel.logout.revoke.offline.tokens': 'true',
      },
    },
    scopes: personScopes,
    mappers: [audience(portalClientIds.gateway)],
    managementRoles: null,
  }
}

/** The browser's silent check: public, can only detect a session. */
export function webClient({ origin }: PortalRealmOptions): KeycloakClient {
  return {
    clientId: portalClientIds.web,
    settings: {
      ...codeFlowOnly,
      name: 'Portal in the browser',
      publicClient: true,
      baseUrl: `${origin}/`,
      redirectUris: [`${origin}/silent-check.html`, `${origin}/`],
      webOrigins: [origin],
      attributes: { 'pkce.code.challenge.method': 'S256', 'post.logout.redirect.uris': `${origin}/` },
    },
    scopes: personScopes,
    mappers: [],
    managementRoles: null,
  }
}

/** Behind IdentityAdmin: manages accounts and nothing else. */
export function identityAdminClient({ identityAdminSecret }: PortalRealmOptions): KeycloakClient {
  return {
    clientId: identityAdminClientId,
    settings: {
      protocol: 'openid-connect',
      enabled: true,
      name: 'Accounts',
      publicClient: false,
      clientAuthenticatorType: 'client-secret',
      secret: identityAdminSecret,
      standardFlowEnabled: false,
      implicitFlowEnabled: false,
      directAccessGrantsEnabled: false,
      redirectUris: [],
      webOrigins: [],
      fullScopeAllowed: true,
    },
    scopes: ['basic', 'roles'],
    mappers: [],
    managementRoles: ['manage-users', 'view-users'],
  }
}

/** By default Keycloak makes its account page the audience of every access token. */
function audience(clientId: string) {
  return {
    name: 'audience',
    protocol: 'openid-connect',
    protocolMapper: 'oidc-audience-mapper',
    config: {
      'included.client.audience': clientId,
      'access.token.claim': 'true',
      'id.token.claim': 'false',
      'introspection.token.claim': 'true',
    },
  }
}
