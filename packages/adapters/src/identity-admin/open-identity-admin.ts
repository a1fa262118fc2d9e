import { ConfigError } from '@portal/service-kit/config'
import type { IdentityAdmin } from '@portal/service-kit/ports/identity-admin'
import { isEngineUrl } from '../engine-url/engine-url.ts'
import { embeddedIdentityAdmin } from './embedded-identity-admin.ts'
import { keycloakIdentityAdmin } from './keycloak-identity-admin.ts'

/**
 * The identity admin that a configuration URL names: `oidc+http://:<secret>@<host>:<port>/`
 * (embedded) or `keycloak://<client>:<secret>@<host>:<port>/auth/realms/<realm>`. Throws
 * ConfigError.
 */
export function openIdentityAdmin(url: string): IdentityAdmin {
  if (isEngineUrl(url, 'keycloak')) return keycloakIdentityAdmin(url)
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'oidc+http:' && parsed?.protocol !== 'oidc+https:')
    throw new ConfigError(
      'The identity admin URL must begin with oidc+http://, oidc+https:// or keycloak://.',
    )
  if (parsed.password === '') throw new ConfigError('The identity admin URL needs a secret before the host.')
  return embeddedIdentityAdmin(parsed)
}

/** A start waits for a slow provider; people who click do not. */
const patienceMs = 60_000

/**
 * Creates the account of the first operator if missing, at the provider that `url` names. Returns
 * a sentence with a new one-time login at each call, or null once the password is chosen.
 */
export async function offerFirstOperator(url: string, username: string): Promise<string | null> {
  if (isEngineUrl(url, 'keycloak')) {
    const admin = keycloakIdentityAdmin(url, { timeoutMs: patienceMs })
    const { oneTimePassword } = await admin.prepareFirstOperator(username)
    if (oneTimePassword === null) return null
    return `The first operator logs in as ${username} with this password, once: ${oneTimePassword}`
  }
  const { link } = await embeddedIdentityAdmin(new URL(url)).prepareFirstOperator(username)
  return link && `The first operator chooses a password here, once: ${link.url}`
}
