import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { readKeycloakAddress } from '@portal/adapters/identity-admin/keycloak/keycloak-address'
import { keycloakAdminApi } from '@portal/adapters/identity-admin/keycloak/keycloak-admin-api'
import type { KeycloakRealm } from '@portal/adapters/identity-admin/keycloak/keycloak-realm'
import { provisionKeycloakRealm } from '@portal/adapters/identity-admin/keycloak/provision-keycloak-realm'
import { portalRealm } from '@portal/deploy/keycloak/portal-realm'
import { identityAdminClientId } from '@portal/deploy/keycloak/portal-realm-clients'
import { portalClientIds } from '@portal/identity-service/provider/portal-clients'
import { engineUrl } from '@portal/testkit/engines'
import { recordLogoutTokens } from '@portal/testkit/identity/logout-tokens'
import { type RelyingParty, relyingParty } from '@portal/testkit/identity/relying-party'
import {
  makeTestKeycloakRealm,
  type TestKeycloakRealm,
  type TestRealmFacts,
} from '@portal/testkit/identity/test-keycloak-realm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

const origin = 'http://localhost:9'
const person = { username: 'ada', email: 'ada@halden.example', password: 'seven-quiet-harbours' }
const opened = new AsyncDisposableStack()
let realm: TestKeycloakRealm
let define: (facts: TestRealmFacts) => KeycloakRealm
let gateway: RelyingParty

beforeAll(async () => {
  const logout = opened.adopt(await recordLogoutTokens(), (recorder) => recorder.stop())
  define = (facts) => portalRealm({ ...facts, origin, backchannelLogoutUrl: logout.url })
  realm = opened.use(await makeTestKeycloakRealm(define))
  gateway = await relyingParty({
    issuer: `${realm.origin}${realm.path}`,
    clientId: portalClientIds.gateway,
    clientSecret: realm.gatewaySecret,
    redirectUri: `${origin}/api/callback`,
  })
  await realm.identityAdmin(identityAdminClientId).createAccount(person)
})
afterAll(() => opened.disposeAsync())

const managerUrl = () => realm.addressOf(identityAdminClientId, realm.identityAdminSecret)
const signIn = () => gateway.signIn(gateway.newBrowser(), person)
const Rows = z.array(z.looseObject({ id: z.string() }))
const rows = async (path: string) => Rows.parse(await realm.console('GET', path))
const clientOf = async (clientId: string) => (await rows(`/clients?clientId=${clientId}`))[0]?.id ?? ''

/** Sets: Keycloak returns them in any order. */
const ClientSets = z.looseObject({
  defaultClientScopes: z.array(z.string()).default([]),
  optionalClientScopes: z.array(z.string()).default([]),
})

function inOneOrder(client: z.infer<typeof Rows>[number]): z.infer<typeof Rows>[number] {
  const { defaultClientScopes, optionalClientScopes } = ClientSets.parse(client)
  return {
    ...client,
    defaultClientScopes: defaultClientScopes.toSorted(),
    optionalClientScopes: optionalClientScopes.toSorted(),
  }
}

/** All that provisioning writes, with Keycloak's ids. */
async function everything() {
  const clients = (await rows('/clients')).map(inOneOrder)
  const account = await realm.console(
    'GET',
    `/clients/${await clientOf(identityAdminClientId)}/service-account-user`,
  )
  const { id } = z.looseObject({ id: z.string() }).parse(account)
  return {
    realm: await realm.console('GET', ''),
    clients,
    profile: await realm.console('GET', '/users/profile'),
    actions: await realm.console('GET', '/authentication/required-actions'),
    roles: await realm.console('GET', `/users/${id}/role-mappings`),
    mappers: await Promise.all(
      clients.map((client) => realm.console('GET', `/clients/${client.id}/protocol-mappers/models`)),
    ),
  }
}

it('provisioned again, at the same time even, nothing changes and who is logged in stays so', async () => {
  const tokens = await signIn()
  const before = await everything()
  await realm.provision(define(realm))
  await Promise.all([realm.provision(define(realm)), realm.provision(define(realm))])
  expect(await everything()).toEqual(before)
  await gateway.refresh(tokens)
})

it('a step at which Keycloak fails, as at the later of two writers of a row, is retried; one that goes on failing is reported', async () => {
  const before = await everything()
  const { server } = readKeycloakAddress(await engineUrl('keycloak'))
  let faults = 2
  const front = createServer((asked, answer) => {
    if (asked.method === 'PUT' && faults > 0) {
      faults -= 1
      answer.writeHead(500).end('{}')
      return
    }
    const { method, headers, url: path } = asked
    const passedOn = request(new URL(path ?? '', server), { method, headers }, (said) => {
      answer.writeHead(said.statusCode ?? 502, said.headers)
      said.pipe(answer)
    })
    asked.pipe(passedOn)
  })
  await once(front.listen(0, '127.0.0.1'), 'listening')
  try {
    const { port } = z.object({ port: z.number() }).parse(front.address())
    const address = new URL(await engineUrl('keycloak'))
    address.port = String(port)
    await provisionKeycloakRealm(address.href, define(realm))
    expect(faults).toBe(0)
    expect(await everything()).toEqual(before)
    faults = Number.POSITIVE_INFINITY
    await expect(provisionKeycloakRealm(address.href, define(realm))).rejects.toThrow(
      'Keycloak answered 500.',
    )
  } finally {
    front.closeAllConnections()
    front.close()
  }
})

it('what has drifted from the definition is brought back, and what operators have added stays', async () => {
  const before = await everything()
  await realm.console('PUT', '', {
    failureFactor: 10_000,
    smtpServer: { host: 'mail.halden.example', from: 'portal@halden.example' },
  })
  await realm.console('DELETE', `/clients/${await clientOf(portalClientIds.web)}`)
  await realm.console('PUT', `/clients/${await clientOf(portalClientIds.gateway)}`, {
    clientId: portalClientIds.gateway,
    redirectUris: ['*'],
  })
  const mappers = `/clients/${await clientOf(portalClientIds.gateway)}/protocol-mappers/models`
  for (const { id } of await rows(mappers)) await realm.console('DELETE', `${mappers}/${id}`)
  await realm.console('POST', '/clients', { clientId: 'an-operators-own' })
  const management = await clientOf('realm-management')
  const account = await realm.console(
    'GET',
    `/clients/${await clientOf(identityAdminClientId)}/service-account-user`,
  )
  const own = `/users/${z.looseObject({ id: z.string() }).parse(account).id}/role-mappings/clients/${management}`
  const extra = (await rows(`/clients/${management}/roles`)).filter(({ name }) => name === 'realm-admin')
  await realm.console('POST', own, extra)

  await realm.provision(define(realm))
  const after = await everything()
  expect(after.realm).toMatchObject({ failureFactor: 10, smtpServer: { host: 'mail.halden.example' } })
  expect(after.roles).toEqual(before.roles)
  expect(after.clients.map(({ clientId }) => clientId)).toEqual(
    expect.arrayContaining(['an-operators-own', portalClientIds.web]),
  )
  expect(after.clients.find(({ clientId }) => clientId === portalClientIds.gateway)).toMatchObject({
    redirectUris: [`${origin}/api/callback`],
    protocolMappers: [expect.objectContaining({ name: 'audience' })],
  })
})

it('an older definition does not undo a newer one', async () => {
  const definition = define(realm)
  await realm.provision({ ...definition, version: definition.version + 1 })
  const newer = await everything()
  await expect(realm.provision(definition)).rejects.toThrow(/newer than this portal's/)
  expect(await everything()).toEqual(newer)
})

it('the service account manages people and nothing else', async () => {
  const api = keycloakAdminApi(readKeycloakAddress(managerUrl()))
  const refused = "Keycloak does not give the portal's client the right to do this."
  const own = `realms/${realm.realm}`
  await api.call('GET', `${own}/users?username=ada`)
  await expect(api.call('GET', `${own}/clients`)).rejects.toThrow(refused)
  await expect(api.call('PUT', own, { registrationAllowed: false })).rejects.toThrow(refused)
  await expect(api.call('GET', 'realms/master/users')).rejects.toThrow(refused)
  const { body } = await api.call('GET', `${own}/users?username=ada`)
  const [ada] = Rows.parse(body)
  const admin = await rows(`/clients/${await clientOf('realm-management')}/roles`)
  await expect(
    api.call(
      'POST',
      `${own}/users/${ada?.id}/role-mappings/clients/${await clientOf('realm-management')}`,
      admin,
    ),
  ).rejects.toThrow(refused)
})

it('tokens are for the gateway, hold no role, and none outlives a logout', async () => {
  const tokens = await signIn()
  const claims = decodeJwt(tokens.access_token)
  expect([claims.aud, claims.realm_access, claims.resource_access]).toEqual([
    portalClientIds.gateway,
    undefined,
    undefined,
  ])
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(300)
  const flow = await gateway.begin({ scope: 'openid offline_access' })
  const answer = await gateway.newBrowser()(flow.url)
  expect(answer.headers.get('location')).toContain('error=invalid_scope')
})

it('a refresh token works once: its second use ends the session', async () => {
  const tokens = await signIn()
  const next = await gateway.refresh(tokens)
  await expect(gateway.refresh(tokens)).rejects.toMatchObject({ error: 'invalid_grant' })
  await expect(gateway.refresh(next)).rejects.toMatchObject({ error: 'invalid_grant' })
})

it('nobody is redirected to a foreign address, logs in without PKCE, or sends a password past the login page', async () => {
  const foreign = await gateway.begin({ redirect_uri: 'https://evil.example/' })
  expect((await gateway.newBrowser()(foreign.url)).status).toBe(400)
  const plain = await gateway.begin()
  for (const name of ['code_challenge', 'code_challenge_method']) plain.url.searchParams.delete(name)
  expect((await gateway.newBrowser()(plain.url)).headers.get('location')).toContain('error=invalid_request')
  for (const clientId of ['admin-cli', portalClientIds.web]) {
    const { username, password } = person
    const body = new URLSearchParams({ grant_type: 'password', client_id: clientId, username, password })
    const answer = await fetch(`${realm.origin}${realm.path}/protocol/openid-connect/token`, {
      method: 'POST',
      body,
    })
    expect([clientId, answer.ok]).toEqual([clientId, false])
  }
})
