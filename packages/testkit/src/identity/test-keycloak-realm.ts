import { randomBytes } from 'node:crypto'
import { readKeycloakAddress } from '@portal/adapters/identity-admin/keycloak/keycloak-address'
import {
  type KeycloakAdminApi,
  keycloakAdminApi,
} from '@portal/adapters/identity-admin/keycloak/keycloak-admin-api'
import type { KeycloakRealm } from '@portal/adapters/identity-admin/keycloak/keycloak-realm'
import { provisionKeycloakRealm } from '@portal/adapters/identity-admin/keycloak/provision-keycloak-realm'
import { engineUrl } from '../engines.ts'

/** What a definition of the portal's realm needs. */
export interface TestRealmFacts {
  readonly realm: string
  readonly gatewaySecret: string
  readonly identityAdminSecret: string
}

/** A realm of a test's own on the run's Keycloak. */
export interface TestKeycloakRealm extends AsyncDisposable, TestRealmFacts {
  /** Origin at which Keycloak itself listens, and the realm's path on it: `/auth/realms/<realm>`. */
  readonly origin: string
  readonly path: string
  /** Provisions the realm (again). */
  provision(definition: KeycloakRealm): Promise<void>
  /** What somebody does in Keycloak's own console: calls below `realms/<realm>`. */
  console(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  /** The address of the realm as a client's adapter takes it. */
  addressOf(clientId: string, secret: string): string
}

/**
 * Makes the realm that `define` describes. The engine's own address names a service account of the realm `master` that may make realms.
 */
export async function makeTestKeycloakRealm(
  define: (facts: TestRealmFacts) => KeycloakRealm,
): Promise<TestKeycloakRealm> {
  const url = await engineUrl('keycloak')
  const address = readKeycloakAddress(url)
  const api: KeycloakAdminApi = keycloakAdminApi(address, { timeoutMs: 60_000 })
  const realm = `portal-${randomBytes(4).toString('hex')}`
  const secret = () => randomBytes(16).toString('hex')
  const facts = { realm, gatewaySecret: secret(), identityAdminSecret: secret() }
  await provisionKeycloakRealm(url, define(facts))
  const { origin, pathname } = new URL(address.server)
  const path = `${pathname}/realms/${realm}`
  return {
    ...facts,
    ...{ origin, path },
    provision: async (definition) => void (await provisionKeycloakRealm(url, definition)),
    console: async (method, below, body) => (await api.call(method, `realms/${realm}${below}`, body)).body,
    addressOf: (clientId, password) => `keycloak://${clientId}:${password}@${address.host}${path}`,
    [Symbol.asyncDispose]: async () => void (await api.call('DELETE', `realms/${realm}`)),
  }
}
