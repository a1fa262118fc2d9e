import { randomBytes } from 'node:crypto'
import { readKeycloakAddress } from '@portal/adapters/identity-admin/keycloak/keycloak-address'
import {
  type KeycloakAdminApi,
  keycloakAdminApi,
} from '@portal/adapters/identity-admin/keycloak/keycloak-admin-api'
import type { KeycloakRealm } from '@portal/adapters/identity-admin/keycloak/keycloak-realm'
import { provisionKeycloakRealm } from '@portal/adapters/identity-admin/keycloak/provision-keycloak-realm'
import { keycloakIdentityAdmin } from '@portal/adapters/identity-admin/keycloak-identity-admin'
import { engineUrl } from '../engines.ts'

/** Beside other engines on a small machine, Keycloak can take longer than the portal waits. */
const timeoutMs = 60_000

/** Input for a definition of the portal's realm. */
export interface TestRealmFacts {
  readonly realm: string
  readonly gatewaySecret: string
  readonly identityAdminSecret: string
}

/** A test's own realm on the run's Keycloak. */
export interface TestKeycloakRealm extends AsyncDisposable, TestRealmFacts {
  /** Keycloak's own origin, and the realm's path there: `/auth/realms/<realm>`. */
  readonly origin: string
  readonly path: string
  /** Provisions the realm (again). */
  provision(definition: KeycloakRealm): Promise<void>
  /** Calls below `realms/<realm>`, as from Keycloak's own console. */
  console(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  /** The realm's accounts, managed by a client with the patience of a test. */
  identityAdmin(clientId: string): ReturnType<typeof keycloakIdentityAdmin>
  /** The realm's address for a client, as adapters take it. */
  addressOf(clientId: string, secret: string): string
}

/**
 * Creates the realm that `define` returns. The engine's address names a service account of the
 * realm `master` that may create realms.
 */
export async function makeTestKeycloakRealm(
  define: (facts: TestRealmFacts) => KeycloakRealm,
): Promise<TestKeycloakRealm> {
  const url = await engineUrl('keycloak')
  const address = readKeycloakAddress(url)
  const api: KeycloakAdminApi = keycloakAdminApi(address, { timeoutMs })
  const realm = `portal-${randomBytes(4).toString('hex')}`
  const secret = () => randomBytes(16).toString('hex')
  const facts = { realm, gatewaySecret: secret(), identityAdminSecret: secret() }
  await provisionKeycloakRealm(url, define(facts))
  const { origin, pathname } = new URL(address.server)
  const path = `${pathname}/realms/${realm}`
  const addressOf = (clientId: string, password: string) =>
    `keycloak://${clientId}:${password}@${address.host}${path}`
  return {
    ...facts,
    ...{ origin, path },
    provision: async (definition) => void (await provisionKeycloakRealm(url, definition)),
    console: async (method, below, body) => (await api.call(method, `realms/${realm}${below}`, body)).body,
    identityAdmin: (clientId) =>
      keycloakIdentityAdmin(addressOf(clientId, facts.identityAdminSecret), { timeoutMs }),
    addressOf,
    [Symbol.asyncDispose]: async () => void (await api.call('DELETE', `realms/${realm}`)),
  }
}
