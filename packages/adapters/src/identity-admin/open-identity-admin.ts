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
  return embeddedIdentityAdmin(readEmbeddedUrl(url))
}

function readEmbeddedUrl(url: string): URL {
  const parsed = URL.parse(url)
  if (parsed?.protocol === 'oidc+http:' || parsed?.protocol === 'oidc+https:') {
    if (parsed.password === '')
      throw new ConfigError('The identity admin URL needs a secret before the host.')
    return parsed
  }
  throw new ConfigError('The identity admin URL must begin with oidc+http://, oidc+https:// or keycloak://.')
}
