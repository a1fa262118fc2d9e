import { gatewayApi } from '@portal/contracts/gateway'
import { byService } from '@portal/contracts/services'
import type { Identity } from '@portal/contracts/team'
import { AuthTokens } from '@portal/gateway-service/authentication/auth-tokens'
import { CredentialRevoker } from '@portal/gateway-service/authentication/credential-revoker'
import { SessionStore } from '@portal/gateway-service/authentication/session-store'
import { IdentityClient } from '@portal/gateway-service/identity-client/identity-client'
import { ProviderLink } from '@portal/gateway-service/oidc/provider-link'
import { type GatewayPorts, gatewayVerbs } from '@portal/gateway-service/own-routes/gateway-verbs'
import { openRemotes } from '@portal/gateway-service/remotes/remotes-port'
import { sessions as sessionRows } from '@portal/gateway-service/schema'
import { createSeal } from '@portal/gateway-service/secrets/seal'
import { loadSigningKeys, type SigningKeys } from '@portal/gateway-service/secrets/signing-keys'
import { migrations } from '@portal/gateway-service/service'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { defineService } from '@portal/service-kit/define-service'
import { createLogger } from '@portal/service-kit/logger'
import type { Actor } from '@portal/testkit/passports'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { createTestDatabase } from '@portal/testkit/test-database'
import type { Alter, StartedServices } from './start-services.ts'

/** The gateway's own routes, and the sessions that they manage. */
export interface GatewayRoutes {
  readonly under: ServiceUnderTest
  readonly sessions: SessionStore
  close(): Promise<void>
}

/** Of a gateway to which nobody has published a remote. */
const remotesConfig = {
  ...{ remotesDirectory: '/no/such/folder', shellDirectory: '/no/such/folder' },
  ...{
    remoteKeys: new Map(),
    secrets: [Buffer.alloc(32, 1)] as const,
    publicOrigin: 'http://portal.invalid',
  },
}

/** Here people have passports without a login: their session begins with their first token. */
class TokensWithoutLogin extends AuthTokens {
  readonly #database: Database

  constructor(database: Database, keys: SigningKeys) {
    super(database, keys)
    this.#database = database
  }

  override async mint(...asked: Parameters<AuthTokens['mint']>): ReturnType<AuthTokens['mint']> {
    const [{ personId, sessionId: id }] = asked
    const [now, later] = [new Date(), new Date(Date.now() + 3600_000)]
    const times = { createdAt: now, lastSeenAt: now, expiresAt: later, refreshAt: later }
    const account = { issuer: 'none', subject: personId, userAgent: '' }
    await this.#database.platformTx((db) =>
      db
        .insert(sessionRows)
        .values({ digest: id, id, personId, ...account, ...times })
        .onConflictDoNothing(),
    )
    return super.mint(...asked)
  }
}

/** Binds the gateway's own routes as a service, which reads people and their data from the rest. */
export async function startGatewayRoutes(
  services: StartedServices,
  alter: Alter = (definition) => definition,
): Promise<GatewayRoutes> {
  const { service, office, bus } = services.team
  const { urls, drop } = await createTestDatabase(migrations)
  const database = openDatabase({ urls, name: 'gateway-routes', platformConnections: 1 })
  const seal = createSeal([Buffer.alloc(32, 1)], 'isolation')
  const sessions = new SessionStore(database, seal)
  const tokens = new TokensWithoutLogin(database, await loadSigningKeys(database, seal, 'auth-token'))
  const servicePassport = () => office.service('gateway', ['team'])
  const people = new IdentityClient({ teamUrl: service.url, servicePassport })
  const revoker = new CredentialRevoker({
    ...{ sessions, tokens, people },
    // No session has one at a provider, so it is never called.
    provider: new ProviderLink({
      ...{ issuer: 'http://provider.invalid', realm: 'none', internalOrigin: 'http://provider.invalid' },
      ...{ clientId: 'none', clientSecrets: ['none'] as const, publicOrigin: 'http://portal.invalid' },
    }),
    logger: createLogger({ service: 'gateway', level: 'silent' }),
  })
  const ports: GatewayPorts = {
    ...{ people, sessions, tokens, revoker },
    passports: { forPerson: ({ identity }, _, audience) => office.person(actorOf(identity), audience) },
    services: byService((name) => services[name].service.url),
    settings: { oidcIssuer: '', oidcClientId: '', accountUrl: '' },
    operations: () => ({ parts: byService((name) => services[name].service.url), optional: [] }),
    remotes: await openRemotes(remotesConfig, database),
    readStatus: async () => ({ state: 'ready', parts: [] }),
  }
  const definition = defineService<typeof gatewayApi, GatewayPorts, 'gateway'>({
    ...{ name: 'gateway', api: gatewayApi, verbs: gatewayVerbs, migrations },
    ...{ consumers: [], jobs: [] },
  })
  const under = await startUnderTest(alter(alterable(definition)), { ports, office, bus })
  return {
    under,
    sessions,
    close: async () => {
      await database.close()
      await drop()
    },
  }
}

function actorOf({ personId, organization, role, departments }: Identity): Actor {
  if (!organization || !role) return { personId }
  return { personId, organizationId: organization.id, role, departments }
}

/** Safe because it is started with the ports that it was defined for. */
function alterable(definition: unknown): Parameters<Alter>[0] {
  return definition as Parameters<Alter>[0]
}
