import type { KeycloakClient, KeycloakClientScope, KeycloakMapper } from './keycloak-realm.ts'
import { Named, type RealmCalls } from './realm-calls.ts'

/** Brings a client to its definition; its sessions and its id are kept. */
export async function provisionClient(calls: RealmCalls, client: KeycloakClient): Promise<void> {
  const { clientId, settings, mappers, managementRoles } = client
  // Keycloak adds it to every client with a service account, again at each change.
  const scopes = managementRoles === null ? client.scopes : [...client.scopes, 'service_account']
  const wanted = { ...settings, clientId, serviceAccountsEnabled: managementRoles !== null }
  if (!(await findClient(calls, clientId)))
    await calls.create('/clients', { ...wanted, defaultClientScopes: scopes, optionalClientScopes: [] })
  const { id } = await knownClient(calls, clientId)
  const path = `/clients/${id}`
  await calls.put(path, { ...wanted, id })
  await provisionMappers(calls, path, mappers)
  await provisionScopes(calls, path, scopes)
  if (managementRoles !== null) await provisionServiceAccount(calls, path, managementRoles)
}

/** Gives a client scope exactly the claims of its definition. */
export async function provisionClientScope(
  calls: RealmCalls,
  { name, mappers }: KeycloakClientScope,
): Promise<void> {
  const id = idOf(await calls.list('/client-scopes'), name)
  await provisionMappers(calls, `/client-scopes/${id}`, mappers)
}

/** Disables a built-in client. */
export async function disableClient(calls: RealmCalls, clientId: string): Promise<void> {
  const found = await findClient(calls, clientId)
  if (found) await calls.put(`/clients/${found.id}`, { clientId, enabled: false })
}

async function findClient(calls: RealmCalls, clientId: string): Promise<Named | undefined> {
  return (await calls.list(`/clients?${new URLSearchParams({ clientId })}`))[0]
}

async function knownClient(calls: RealmCalls, clientId: string): Promise<Named> {
  const found = await findClient(calls, clientId)
  if (!found) throw new Error(`Keycloak did not keep the client "${clientId}".`)
  return found
}

async function provisionMappers(
  calls: RealmCalls,
  owner: string,
  wanted: readonly KeycloakMapper[],
): Promise<void> {
  const models = `${owner}/protocol-mappers/models`
  const present = await calls.list(models)
  for (const mapper of wanted) {
    const found = present.find(({ name }) => name === mapper.name)
    if (found) await calls.put(`${models}/${found.id}`, { ...mapper, id: found.id })
    else await calls.create(models, mapper)
  }
  for (const { id, name } of present)
    if (!wanted.some((mapper) => mapper.name === name)) await calls.remove(`${models}/${id}`)
}

async function provisionScopes(calls: RealmCalls, client: string, wanted: readonly string[]): Promise<void> {
  const known = await calls.list('/client-scopes')
  const kinds: Readonly<Record<string, readonly string[]>> = { default: wanted, optional: [] }
  for (const [kind, names] of Object.entries(kinds)) {
    const path = `${client}/${kind}-client-scopes`
    const present = await calls.list(path)
    for (const { id, name = '' } of present) if (!names.includes(name)) await calls.remove(`${path}/${id}`)
    for (const name of names.filter((one) => !present.some((scope) => scope.name === one)))
      await calls.put(`${path}/${idOf(known, name)}`, {})
  }
}

function idOf(scopes: readonly Named[], name: string): string {
  const found = scopes.find((scope) => scope.name === name)
  if (!found) throw new Error(`Keycloak has no client scope "${name}".`)
  return found.id
}

/** Exactly these roles of the realm's management, without the default roles. */
async function provisionServiceAccount(
  calls: RealmCalls,
  client: string,
  wanted: readonly string[],
): Promise<void> {
  const { id: user } = Named.parse(await calls.read(`${client}/service-account-user`))
  const { id: management } = await knownClient(calls, 'realm-management')
  const own = `/users/${user}/role-mappings/clients/${management}`
  const present = await calls.list(own)
  const roles = await calls.list(`/clients/${management}/roles`)
  const missing = roles.filter(
    ({ name = '' }) => wanted.includes(name) && !present.some((role) => role.name === name),
  )
  if (missing.length > 0) await calls.post(own, missing)
  const extra = present.filter(({ name = '' }) => !wanted.includes(name))
  if (extra.length > 0) await calls.remove(own, extra)
  const general = await calls.list(`/users/${user}/role-mappings/realm`)
  if (general.length > 0) await calls.remove(`/users/${user}/role-mappings/realm`, general)
}
