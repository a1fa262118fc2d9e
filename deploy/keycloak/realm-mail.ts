import { isEngineUrl } from '@portal/adapters/engine-url/engine-url'
import type { KeycloakRealm } from '@portal/adapters/identity-admin/keycloak/keycloak-realm'
import { readMailServerAddress } from '@portal/adapters/mailer/smtp/mail-server-address'

/**
 * Applies `MAILER_URL` to the realm. With a mail server, registrations must verify their address,
 * and forgotten passwords are replaced by mail; otherwise the operators' settings are kept.
 */
export function realmMail(mailer: string): Pick<KeycloakRealm, 'settings' | 'requiredActions'> {
  if (!isMailServer(mailer)) return { settings: {}, requiredActions: {} }
  const { host, port, isSecure, startTls, username, password, from } = readMailServerAddress(mailer)
  return {
    settings: {
      verifyEmail: true,
      resetPasswordAllowed: true,
      smtpServer: {
        host,
        port: String(port),
        from: from.address,
        fromDisplayName: from.name,
        ssl: String(isSecure),
        starttls: String(!isSecure && startTls !== 'off'),
        auth: String(username !== ''),
        ...(username === '' ? {} : { user: username, password }),
        connectionTimeout: '10000',
        timeout: '15000',
      },
    },
    requiredActions: { VERIFY_EMAIL: true },
  }
}

/** Whether a `MAILER_URL` names a server that Keycloak can use to verify addresses. */
export function isMailServer(mailer: string): boolean {
  return isEngineUrl(mailer, 'smtp') || mailer.startsWith('smtps://')
}
