import { Session } from '@portal/contracts/session'
import { portalRealm } from '@portal/deploy/keycloak/portal-realm'
import { identityAdminClientId } from '@portal/deploy/keycloak/portal-realm-clients'
import { embeddedEngines } from '@portal/deploy/standalone/embedded-engines'
import { makeInstallation } from '@portal/deploy/standalone/installation.fixture'
import { publicOrigin, topology } from '@portal/deploy/standalone/topology'
import { start as startGateway } from '@portal/gateway-service/main'
import { portalClientIds } from '@portal/identity-service/provider/portal-clients'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import type { IdentityAdmin } from '@portal/service-kit/ports/identity-admin'
import { start as startTeam } from '@portal/team-service/main'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { type RefreshCounter, startRefreshCounter } from '@portal/testkit/identity/refresh-counter'
import { type RelyingParty, relyingParty } from '@portal/testkit/identity/relying-party'
import { makeTestKeycloakRealm, type TestKeycloakRealm } from '@portal/testkit/identity/test-keycloak-realm'
import { signIn } from '@portal/testkit/sign-in'

/** Gateway and team as in production, with a realm of their own at the run's Keycloak. */
export interface PortalOnKeycloak extends AsyncDisposable {
  readonly address: string
  readonly issuer: string
  readonly realm: TestKeycloakRealm
  readonly admin: IdentityAdmin
  readonly gatewayDatabase: Database
  /** Requests of the gateway to Keycloak. */
  readonly refreshes: RefreshCounter
  /** Another application at the same provider. */
  readonly elsewhere: RelyingParty
  /** A new account with the password {@link password}. */
  addPerson(username: string): Promise<{ readonly subject: string }>
  signIn(username: string): Promise<CookieFetch>
  /** Restarts the gateway, which clears its caches. */
  restartGateway(): Promise<void>
}

export const password = 'seven-quiet-harbours'

export async function startPortalOnKeycloak(): Promise<PortalOnKeycloak> {
  await using opened = new AsyncDisposableStack()
  const installation = await makeInstallation((end) => opened.defer(async () => void (await end())))
  const environments = topology(installation, embeddedEngines(installation))
  const address = publicOrigin(installation.ports)
  const realm = opened.use(
    await makeTestKeycloakRealm((facts) =>
      portalRealm({
        ...facts,
        origin: address,
        backchannelLogoutUrl: `${address}/api/backchannel-logout`,
        mailer: installation.mailer,
      }),
    ),
  )
  const issuer = `${address}${realm.path}`
  const refreshes = opened.use(await startRefreshCounter(() => realm.origin))
  const environment = {
    ...environments.gateway,
    OIDC_ISSUER: issuer,
    OIDC_REALM: realm.realm,
    OIDC_INTERNAL_ORIGIN: refreshes.origin,
    OIDC_FILES_PATH: '/auth/resources',
    OIDC_CLIENT_SECRET: realm.gatewaySecret,
  }
  const adminUrl = realm.addressOf(identityAdminClientId, realm.identityAdminSecret)
  const team = await startTeam({ ...environments.team, IDENTITY_ADMIN_URL: adminUrl })
  opened.defer(() => team.stop())
  let gateway = await startGateway(environment)
  opened.defer(() => gateway.stop())
  const admin = realm.identityAdmin(identityAdminClientId)
  const gatewayDatabase = openDatabase({ urls: installation.databases.gateway, name: 'test' })
  opened.defer(() => gatewayDatabase.close())
  const elsewhere = await relyingParty({
    issuer,
    clientId: portalClientIds.web,
    clientSecret: null,
    redirectUri: `${address}/silent-check.html`,
  })
  const owned = opened.move()
  return {
    ...{ address, issuer, realm, admin, gatewayDatabase, elsewhere, refreshes },
    addPerson: (username) => admin.createAccount({ username, email: `${username}@halden.example`, password }),
    signIn: (username) => signIn({ address, username, password }),
    restartGateway: async () => {
      await gateway.stop()
      gateway = await startGateway(environment)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** The person of the browser's session at the portal. */
export async function personOf(browse: CookieFetch) {
  const answer = await browse('/api/session', { headers: { accept: 'application/json' } })
  return Session.parse(await answer.json()).person
}
