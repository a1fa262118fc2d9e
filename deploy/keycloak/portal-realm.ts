import type { KeycloakRealm, Representation } from '@portal/adapters/identity-admin/keycloak/keycloak-realm'
import { lifetime } from '@portal/identity-service/sessions/session-lifetime'
import { passwordLength, rows } from '@portal/service-kit/ports/password-rules'
import {
  gatewayClient,
  identityAdminClient,
  type PortalRealmOptions,
  webClient,
} from './portal-realm-clients.ts'
import { profileScope, userProfile } from './portal-user-profile.ts'
import { realmMail } from './realm-mail.ts'

/** Increment with every change below. */
const version = 6

/**
 * The portal's realm: three clients, login by name or address, registration by address, and the
 * embedded provider's rules. Addresses are verified only with a mail server.
 */
export function portalRealm(options: PortalRealmOptions): KeycloakRealm {
  const { realm = 'portal', mailer = '' } = options
  const mail = realmMail(mailer)
  return {
    realm,
    version,
    settings: {
      ...signInSettings(),
      ...lifetimes(),
      ...security(options.origin.startsWith('https:')),
      ...mail.settings,
    },
    userProfile,
    // No offline tokens, which outlive a logout; only the person's own account page.
    clientScopes: [profileScope],
    defaultRoles: ['view-profile', 'manage-account'],
    requiredActions: {
      UPDATE_PASSWORD: true,
      UPDATE_PROFILE: true,
      VERIFY_PROFILE: false,
      ...mail.requiredActions,
    },
    clients: [gatewayClient(options), webClient(options), identityAdminClient(options)],
    // A password sent straight to the token endpoint would bypass the login page.
    disabledClients: ['admin-cli'],
  }
}

function signInSettings(): Representation {
  return {
    displayName: 'AI Compliance Portal',
    enabled: true,
    loginTheme: 'portal',
    registrationAllowed: true,
    // It would also remove the login names of accounts created by operators.
    registrationEmailAsUsername: false,
    loginWithEmailAllowed: true,
    duplicateEmailsAllowed: false,
    editUsernameAllowed: false,
    rememberMe: false,
    internationalizationEnabled: false,
    organizationsEnabled: false,
    eventsEnabled: true,
    eventsExpiration: 14 * 24 * 3600,
    adminEventsEnabled: true,
    adminEventsDetailsEnabled: false,
  }
}

function lifetimes(): Representation {
  return {
    accessTokenLifespan: lifetime.accessToken,
    ssoSessionIdleTimeout: lifetime.sessionIdle,
    ssoSessionMaxLifespan: lifetime.sessionAbsolute,
    accessCodeLifespan: lifetime.code,
    accessCodeLifespanLogin: lifetime.interaction,
    accessCodeLifespanUserAction: lifetime.interaction,
    // Rotation: the second use of a refresh token ends the session.
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
  }
}

function security(isHttps: boolean): Representation {
  return {
    sslRequired: isHttps ? 'external' : 'none',
    defaultSignatureAlgorithm: 'RS256',
    passwordPolicy: passwordPolicy(),
    bruteForceProtected: true,
    permanentLockout: false,
    failureFactor: 10,
    // It knows neither browsers nor addresses: a longer wait would let anybody lock out anybody.
    waitIncrementSeconds: 10,
    maxFailureWaitSeconds: 10,
    maxDeltaTimeSeconds: 900,
    // A password manager's instant submit is not an attack; ten failures count at any speed.
    quickLoginCheckMilliSeconds: 0,
    browserSecurityHeaders: {
      contentSecurityPolicy: "frame-src 'self'; frame-ancestors 'self'; object-src 'none'; base-uri 'self';",
      xFrameOptions: 'SAMEORIGIN',
      xContentTypeOptions: 'nosniff',
      referrerPolicy: 'no-referrer',
      strictTransportSecurity: isHttps ? 'max-age=63072000; includeSubDomains' : '',
    },
  }
}

/**
 * As close to the embedded provider's rules as Keycloak's policies allow. Registration does not
 * compare the password with the address.
 */
function passwordPolicy(): string {
  const fiveDifferent = '(?=(.).*?(?!\\1)(.).*?(?!\\1|\\2)(.).*?(?!\\1|\\2|\\3)(.).*?(?!\\1|\\2|\\3|\\4).)'
  const noRow = rows.map((row) => `(?!${[...row].map((letter) => `${letter}?`).join('')}$)`).join('')
  const noAddress = '(?![^\\s@]+@[^\\s@]+$)'
  return [
    `length(${passwordLength.min})`,
    `maxLength(${passwordLength.max})`,
    `regexPattern(^${noRow}${noAddress}${fiveDifferent}.*$)`,
    'notUsername(undefined)',
    'notEmail(undefined)',
    'notContainsUsername(undefined)',
  ].join(' and ')
}
