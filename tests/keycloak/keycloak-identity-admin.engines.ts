import { portalRealm } from '@portal/deploy/keycloak/portal-realm'
import { identityAdminClientId } from '@portal/deploy/keycloak/portal-realm-clients'
import { portalClientIds } from '@portal/identity-service/provider/portal-clients'
import { identityAdminSuite } from '@portal/testkit/conformance/identity-admin-suite'
import { recordLogoutTokens } from '@portal/testkit/identity/logout-tokens'
import { relyingParty } from '@portal/testkit/identity/relying-party'
import { makeTestKeycloakRealm } from '@portal/testkit/identity/test-keycloak-realm'

// Nobody listens there: the page walk ends before.
const origin = 'http://localhost:9'

identityAdminSuite('keycloak', async () => {
  await using opened = new AsyncDisposableStack()
  const logout = opened.adopt(await recordLogoutTokens(), (recorder) => recorder.stop())
  const realm = opened.use(
    await makeTestKeycloakRealm((facts) =>
      portalRealm({ ...facts, origin, backchannelLogoutUrl: logout.url }),
    ),
  )
  const gateway = await relyingParty({
    issuer: `${realm.origin}${realm.path}`,
    clientId: portalClientIds.gateway,
    clientSecret: realm.gatewaySecret,
    redirectUri: `${origin}/api/callback`,
  })
  const owned = opened.move()
  return {
    admin: realm.identityAdmin(identityAdminClientId),
    gateway,
    logoutTokens: logout.tokens,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
})
