import { type HealthOptions, health } from '@portal/service-kit/http/health'
import type { Logger } from '@portal/service-kit/logger'
import type { Hono } from 'hono'
import type { CredentialRevoker } from './authentication/credential-revoker.ts'
import type { GatewayConfig } from './config.ts'
import type { IdentityClient } from './identity-client/identity-client.ts'
import { addProviderLogout } from './login/logout-routes.ts'
import type { ProviderLink } from './oidc/provider-link.ts'
import { addDelegation } from './proxy/delegated-passports.ts'
import type { PassportMint } from './proxy/passport-mint.ts'
import type { SigningKeys } from './secrets/signing-keys.ts'

interface InnerParts {
  readonly config: Pick<GatewayConfig, 'delegationSecrets'>
  readonly log: Logger
  readonly ownRoutes: { readonly fetch: (request: Request) => Response | Promise<Response> }
  readonly identity: {
    readonly passportKeys: Pick<SigningKeys, 'published'>
    readonly passports: PassportMint
    readonly people: IdentityClient
    readonly provider: ProviderLink
    readonly revoker: CredentialRevoker
  }
}

/** The internal port: passport keys, probes, logouts at the provider, OpenAPI of the own routes. */
export function innerApp(state: HealthOptions, { config, log, identity, ownRoutes }: InnerParts): Hono {
  const { passportKeys, passports, people, provider, revoker } = identity
  const app = health(state)
  app.get('/openapi.json', (c) => ownRoutes.fetch(c.req.raw))
  app.get('/internal/passport-keys', async (c) => c.json(await passportKeys.published()))
  addDelegation(app, { passports, people, secrets: config.delegationSecrets })
  addProviderLogout(app, { provider, revoker, logger: log })
  return app
}
