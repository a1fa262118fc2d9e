import { invitationParameter } from '@portal/contracts/invitations'
import type { Database } from '@portal/service-kit/database/open-database'
import {
  type AccountClaims,
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import type { Account, AccountStore } from '../accounts/account-store.ts'
import { lifetime, sessionSeconds } from '../sessions/session-lifetime.ts'
import { type PortalClientSettings, portalClientIds, portalClients } from './portal-clients.ts'
import { postgresArtifacts } from './postgres-artifacts.ts'
import type { ProviderKeys } from './provider-keys.ts'

/** oidc-provider calls the three pages when it has something to show. */
export interface OidcSettings {
  readonly issuer: string
  readonly clients: PortalClientSettings
  readonly database: Database
  readonly accounts: AccountStore
  readonly keys: ProviderKeys
  readonly showError: NonNullable<Configuration['renderError']>
  readonly confirmSignOut: (ctx: KoaContextWithOIDC) => Promise<void>
  readonly showSignedOut: (ctx: KoaContextWithOIDC) => Promise<void>
}

/**
 * Code flow with PKCE for all clients, rotating refresh tokens for the gateway, and no consent,
 * because all clients are parts of the portal.
 */
export function oidcConfiguration(settings: OidcSettings): Configuration {
  const { issuer, accounts, database, keys } = settings
  const policy = interactionPolicy.base()
  policy.remove('consent')
  return {
    adapter: postgresArtifacts(database),
    clients: portalClients(settings.clients),
    jwks: { keys: [...keys.signing] },
    cookies: cookieSettings(keys.cookie),
    scopes: ['openid', 'profile', 'email'],
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'given_name', 'family_name'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    extraParams: [invitationParameter],
    responseTypes: ['code'],
    pkce: { required: () => true },
    clockTolerance: 5,
    findAccount: async (_ctx, subject) => {
      const account = await accounts.findBySubject(subject)
      if (!account || account.isDisabled) return undefined
      return { accountId: subject, claims: async () => claimsOf(account) }
    },
    loadExistingGrant,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    interactions: {
      url: (_ctx, interaction) => `${new URL(issuer).pathname}/interaction/${interaction.uid}`,
      policy,
    },
    ttl: {
      AccessToken: lifetime.accessToken,
      AuthorizationCode: lifetime.code,
      Grant: lifetime.sessionAbsolute,
      IdToken: lifetime.accessToken,
      Interaction: lifetime.interaction,
      RefreshToken: lifetime.sessionIdle,
      Session: (_ctx, session) => sessionSeconds(session.loginTs),
    },
    features: features(settings),
    renderError: settings.showError,
    // oidc-provider's own dispatcher refuses loopback addresses, where the gateway listens. The
    // clients are static, so nobody else chooses the address.
    fetch: (url, options) => fetch(url, withoutDispatcher(options)),
  }
}

/** The same claims in the ID token and at the userinfo endpoint. */
function claimsOf(account: Account): AccountClaims {
  return {
    sub: account.subject,
    preferred_username: account.username,
    email_verified: account.emailVerified,
    ...(account.email === null ? {} : { email: account.email }),
    ...(account.firstName === null ? {} : { given_name: account.firstName }),
    ...(account.lastName === null ? {} : { family_name: account.lastName }),
  }
}

/** `__Host-` keeps other hosts from planting a session; http://localhost may have one, too. */
function cookieSettings(keys: readonly string[]): NonNullable<Configuration['cookies']> {
  const options = { httpOnly: true, sameSite: 'lax', secure: true, signed: true, overwrite: true } as const
  return {
    keys: [...keys],
    names: {
      session: '__Host-portal_identity',
      interaction: '__Secure-portal_interaction',
      resume: '__Secure-portal_resume',
    },
    long: options,
    short: options,
  }
}

/** Without consent the grant is made at login. */
async function loadExistingGrant(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc
  const accountId = session?.accountId
  if (!client || !session || accountId === undefined) return undefined
  const grantId = session.grantIdFor(client.clientId)
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  if (known) return known
  const grant = new provider.Grant({ clientId: client.clientId, accountId })
  grant.addOIDCScope('openid profile email')
  await grant.save()
  return grant
}

function features(settings: OidcSettings): NonNullable<Configuration['features']> {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    backchannelLogout: { enabled: true },
    revocation: {
      enabled: true,
      allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
    },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: settings.confirmSignOut,
      postLogoutSuccessSource: settings.showSignedOut,
    },
    resourceIndicators: browserTokens(settings.issuer),
  }
}

/**
 * keycloak-js parses its access token, so the browser's client gets a JWT. No API accepts it: its
 * audience is the provider.
 */
function browserTokens(
  issuer: string,
): NonNullable<NonNullable<Configuration['features']>['resourceIndicators']> {
  return {
    enabled: true,
    defaultResource: async (_ctx, client) => (client?.clientId === portalClientIds.web ? issuer : []),
    useGrantedResource: async (_ctx, source) => source.clientId === portalClientIds.web,
    getResourceServerInfo: async () => ({
      scope: '',
      audience: issuer,
      accessTokenFormat: 'jwt',
      accessTokenTTL: lifetime.accessToken,
      jwt: { sign: { alg: 'RS256' } },
    }),
  }
}

function withoutDispatcher(options: RequestInit | undefined): RequestInit {
  const { dispatcher: _guard, ...rest } = { dispatcher: undefined, ...options }
  return rest
}
