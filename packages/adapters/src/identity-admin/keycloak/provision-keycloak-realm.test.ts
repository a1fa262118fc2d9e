import { serve } from '@portal/service-kit/http/serve'
import { expect, it } from 'vitest'
import type { KeycloakRealm } from './keycloak-realm.ts'
import { provisionKeycloakRealm } from './provision-keycloak-realm.ts'

const definition: KeycloakRealm = {
  realm: 'portal',
  version: 3,
  settings: {},
  userProfile: {},
  clientScopes: [],
  defaultRoles: [],
  requiredActions: {},
  clients: [],
  disabledClients: [],
}

it('a Keycloak that is too old is rejected with its version, and nothing is written to it', async () => {
  const asked: string[] = []
  const server = await serve(
    async (request) => {
      const { pathname } = new URL(request.url)
      asked.push(`${request.method} ${pathname}`)
      return pathname.endsWith('/token')
        ? Response.json({ access_token: 'a-token', expires_in: 300 })
        : Response.json({ systemInfo: { version: '25.0.6' } })
    },
    { host: '127.0.0.1', port: 0 },
  )
  const url = `keycloak://client:secret@${new URL(server.url).host}/auth/realms/master`
  await expect(provisionKeycloakRealm(url, definition)).rejects.toMatchObject({
    name: 'ConfigError',
    message: 'Keycloak 25.0.6 is too old; the portal needs 26 or newer.',
  })
  await server.stop()
  expect(asked).toEqual([
    'POST /auth/realms/master/protocol/openid-connect/token',
    'GET /auth/admin/serverinfo',
  ])
})
