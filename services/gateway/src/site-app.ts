import { openApiDocument } from '@portal/contracts/openapi-document'
import type { AuditLog } from '@portal/service-kit/audit/audit-log'
import { addressKey } from '@portal/service-kit/http/address-key'
import type { Logger } from '@portal/service-kit/logger'
import type { Context } from 'hono'
import type { createIdentify } from './authentication/authenticate.ts'
import { cookieNames } from './authentication/cookies.ts'
import type { CredentialRevoker } from './authentication/credential-revoker.ts'
import type { SessionStore } from './authentication/session-store.ts'
import type { GatewayConfig } from './config.ts'
import { addPageRoutes } from './files/page-routes.ts'
import { RenderedSites } from './files/rendered-sites.ts'
import type { IdentityClient } from './identity-client/identity-client.ts'
import type { ClientLimits } from './ingress/client-limits.ts'
import { clientAddress } from './ingress/dispatch.ts'
import { CountedRequest } from './ingress/in-flight.ts'
import { addLoginRoutes } from './login/login-routes.ts'
import { addLogoutRoutes } from './login/logout-routes.ts'
import type { SignIns } from './login/sign-in-admission.ts'
import type { ProviderLink } from './oidc/provider-link.ts'
import type { PassportMint } from './proxy/passport-mint.ts'
import { addPreviewRoutes } from './remotes/preview-routes.ts'
import { addPublicationRoute } from './remotes/publication-route.ts'
import type { RemotesPort } from './remotes/remotes-port.ts'
import { createOwnApp, type OwnEnv } from './responses/own-app.ts'
import { sendShared, sharedJson } from './responses/shared-json.ts'

/** What login and pages depend on. */
interface SiteParts {
  readonly config: GatewayConfig
  readonly platform: { readonly log: Logger }
  readonly identity: {
    readonly identify: ReturnType<typeof createIdentify>
    readonly sessions: SessionStore
    readonly revoker: CredentialRevoker
    readonly people: IdentityClient
    readonly provider: ProviderLink
    readonly access: AuditLog
    readonly passports: PassportMint
  }
  readonly remotes: RemotesPort
  readonly limits: ClientLimits
  readonly signIns: SignIns
}

/** Login, and the front ends' pages and files. */
export function siteApp(
  { config, platform, identity, limits, remotes, signIns }: SiteParts,
  headers: Readonly<Record<string, string>>,
) {
  const { log: logger } = platform
  const { publicOrigin, settings, shellDirectory, remotesDirectory } = config
  const { identify, sessions, revoker, people, provider, access, passports } = identity
  const app = createOwnApp(headers, logger)
  const addressOf = clientAddress(config.trustedProxies)
  const limit = (address: string) => limits.rates.login.take(addressKey(address))
  addLoginRoutes(app, {
    ...{ ...signIns, provider, sessions, access, people, publicOrigin, logger },
    ...{ addressOf: (c) => addressOf(c.env.incoming), limit },
  })
  const limitAddress = ({ env }: Context<OwnEnv>) => {
    const key = addressKey(addressOf(env.incoming))
    limits.rates.address.take(key)
    limits.inFlight.address.enter(key, new CountedRequest(env.incoming, env.outgoing))
  }
  addLogoutRoutes(app, { provider, sessions, revoker, publicOrigin, logger, limit: limitAddress })
  const description = sharedJson(openApiDocument({ publicOrigin, sessionCookie: cookieNames.session }))
  app.get('/api/openapi.json', (c) => {
    limitAddress(c)
    c.header('cache-control', 'no-cache')
    return sendShared(c, description)
  })
  const sites = new RenderedSites({ url: config.upstreams.marketing, passports, logger })
  const { registry, previews, store } = remotes
  addPreviewRoutes(app, { identify, previews, publicOrigin })
  addPublicationRoute(app, { store, publicOrigin, limit: (c) => limit(addressOf(c.env.incoming)) })
  addPageRoutes(app, {
    ...{ shellDirectory, remotesDirectory, registry, sites, previews },
    ...{ identify, settings, publicOrigin, remoteKeys: config.remoteKeys },
    limit: limitAddress,
  })
  return app
}
