import { ConfigError } from '@portal/service-kit/config'
import type { IdentityAdmin } from '@portal/service-kit/ports/identity-admin'
import { embeddedIdentityAdmin } from './embedded-identity-admin.ts'

/** The identity admin that a configuration URL names: `oidc+http://:<secret>@<host>:<port>/` is the embedded one. Throws ConfigError. */
export function openIdentityAdmin(url: string): IdentityAdmin {
  const parsed = URL.parse(url)
  if (parsed?.protocol === 'oidc+http:' || parsed?.protocol === 'oidc+https:') {
    if (parsed.password === '')
      throw new ConfigError('The identity admin URL needs a secret before the host.')
    return embeddedIdentityAdmin(parsed)
  }
  throw new ConfigError('The identity admin URL must begin with oidc+http:// or oidc+https://.')
}
