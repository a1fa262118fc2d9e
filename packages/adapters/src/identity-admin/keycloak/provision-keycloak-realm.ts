import { ConfigError } from '@portal/service-kit/config'
import { retry } from '@portal/service-kit/sleep'
import { z } from 'zod'
import { readKeycloakAddress } from './keycloak-address.ts'
import {
  type KeycloakAdminApi,
  KeycloakFault,
  KeycloakRefusal,
  keycloakAdminApi,
  nullFor,
} from './keycloak-admin-api.ts'
import type { KeycloakRealm } from './keycloak-realm.ts'
import { disableClient, provisionClient, provisionClientScope } from './provision-client.ts'
import { type RealmCalls, realmCalls } from './realm-calls.ts'

const ServerInfo = z.object({ systemInfo: z.object({ version: z.string() }) })
const Versioned = z.object({ attributes: z.record(z.string(), z.string()).default({}) })

const versionAttribute = 'portal.realm.version'
const oldestServer = 26
/** Creating a realm takes seconds on a small machine. */
const timeoutMs = 60_000
const triesMax = 5
const pauses = { firstMs: 200, maxMs: 2000 }

/**
 * Brings a realm to its definition, creating it if missing; idempotent. `url` names an account that
 * may create realms: `keycloak://client:secret@host:port/auth/realms/master`. Throws ConfigError
 * for a server too old or a realm too new, IdentityProviderUnavailable otherwise.
 */
export async function provisionKeycloakRealm(
  url: string,
  definition: KeycloakRealm,
): Promise<{ readonly isNew: boolean }> {
  const api = keycloakAdminApi(readKeycloakAddress(url), { timeoutMs })
  await assertSupported(api)
  const { realm, version } = definition
  const before = await readVersion(api, realm)
  if (before !== null && before.version !== null && before.version > version)
    throw new ConfigError(
      `The realm "${realm}" is of version ${before.version}, newer than this portal's ${version}; start the newer portal.`,
    )
  const attributes = { ...before?.attributes, [versionAttribute]: String(version) }
  // Another provisioner may write the same rows. Every step is idempotent, so all are retried.
  const failed = (error: unknown, attempt: number) => {
    const isOthers =
      error instanceof KeycloakFault || (error instanceof KeycloakRefusal && error.status === 409)
    if (!isOthers || attempt === triesMax) throw error
  }
  await retry(() => bring(api, definition, { isMade: before !== null, attributes }), { ...pauses, failed })
  return { isNew: before === null }
}

async function bring(
  api: KeycloakAdminApi,
  definition: KeycloakRealm,
  { isMade, attributes }: { readonly isMade: boolean; readonly attributes: Record<string, string> },
): Promise<void> {
  const { realm, settings } = definition
  const calls = realmCalls(api, realm)
  if (!isMade) {
    await api.call('POST', 'realms', { realm, enabled: true }).catch(nullFor(409))
    // Tokens older than the realm lack the right to manage it.
    api.forgetToken()
  }
  await calls.put('', settings)
  await calls.put('/users/profile', definition.userProfile)
  await provisionRequiredActions(calls, definition.requiredActions)
  await provisionDefaultRoles(calls, definition)
  for (const scope of definition.clientScopes) await provisionClientScope(calls, scope)
  for (const client of definition.clients) await provisionClient(calls, client)
  for (const clientId of definition.disabledClients) await disableClient(calls, clientId)
  // Last, so that an interrupted run does not count as complete.
  await calls.put('', { attributes })
}

async function assertSupported(api: KeycloakAdminApi): Promise<void> {
  const { body } = await api.call('GET', 'serverinfo')
  const { version } = ServerInfo.parse(body).systemInfo
  if (Number.parseInt(version, 10) < oldestServer)
    throw new ConfigError(`Keycloak ${version} is too old; the portal needs ${oldestServer} or newer.`)
}

async function readVersion(api: KeycloakAdminApi, realm: string) {
  const found = await api.call('GET', `realms/${encodeURIComponent(realm)}`).catch(nullFor(404))
  if (!found) return null
  const { attributes } = Versioned.parse(found.body)
  const stored = attributes[versionAttribute]
  return { attributes, version: stored === undefined ? null : Number(stored) }
}

async function provisionRequiredActions(
  calls: RealmCalls,
  wanted: KeycloakRealm['requiredActions'],
): Promise<void> {
  for (const [alias, enabled] of Object.entries(wanted)) {
    const path = `/authentication/required-actions/${alias}`
    await calls.put(path, { ...(await calls.read(path)), enabled })
  }
}

async function provisionDefaultRoles(calls: RealmCalls, definition: KeycloakRealm): Promise<void> {
  const composites = `/roles/default-roles-${definition.realm.toLowerCase()}/composites`
  const extra = (await calls.list(composites)).filter(
    ({ name = '' }) => !definition.defaultRoles.includes(name),
  )
  if (extra.length > 0) await calls.remove(composites, extra)
}
