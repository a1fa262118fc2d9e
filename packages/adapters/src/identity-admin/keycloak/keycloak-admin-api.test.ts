import { serve } from '@portal/service-kit/http/serve'
import { type IdentityAdmin, IdentityProviderUnavailable } from '@portal/service-kit/ports/identity-admin'
import { expect, it } from 'vitest'
import { openIdentityAdmin } from '../open-identity-admin.ts'
import { readKeycloakAddress } from './keycloak-address.ts'
import { type KeycloakAdminApi, keycloakAdminApi } from './keycloak-admin-api.ts'

const tokenPath = '/auth/realms/portal/protocol/openid-connect/token'

interface Recorded extends AsyncDisposable {
  readonly api: KeycloakAdminApi
  readonly admin: IdentityAdmin
  readonly paths: readonly string[]
}

/**
 * The admin API against answers as Keycloak was seen to give them; `answer` is asked for each call
 * but those for a token.
 */
async function recorded(
  answer: (request: Request, calls: number) => Response,
  token: () => Response = () => Response.json({ access_token: 'a-token', expires_in: 300 }),
): Promise<Recorded> {
  const paths: string[] = []
  let calls = 0
  const server = await serve(
    async (request) => {
      const { pathname } = new URL(request.url)
      paths.push(pathname)
      if (pathname === tokenPath) return token()
      calls += 1
      return answer(request, calls)
    },
    { host: '127.0.0.1', port: 0 },
  )
  const { host } = new URL(server.url)
  const url = `keycloak://portal-identity-admin:s%2Fcret@${host}/auth/realms/portal`
  return {
    api: keycloakAdminApi(readKeycloakAddress(url), { timeoutMs: 30_000 }),
    admin: openIdentityAdmin(url),
    paths,
    [Symbol.asyncDispose]: () => server.stop(),
  }
}

const tokensAsked = (paths: readonly string[]) => paths.filter((path) => path === tokenPath).length
const list = () => Response.json([])

it('twenty calls at once ask for one token, and later ones for none', async () => {
  await using keycloak = await recorded(list)
  await Promise.all(Array.from({ length: 20 }, () => keycloak.api.call('GET', 'realms/portal/users')))
  await keycloak.api.call('GET', 'realms/portal/users')
  expect(tokensAsked(keycloak.paths)).toBe(1)
})

it('a token is renewed before its end', async () => {
  await using keycloak = await recorded(list, () =>
    Response.json({ access_token: 'a-token', expires_in: 20 }),
  )
  await keycloak.api.call('GET', 'realms/portal/users')
  await keycloak.api.call('GET', 'realms/portal/users')
  expect(tokensAsked(keycloak.paths)).toBe(2)
})

it('a token that Keycloak no longer takes is renewed, and the call made once more', async () => {
  await using keycloak = await recorded((_request, calls) =>
    calls === 1 ? Response.json({ error: 'HTTP 401 Unauthorized' }, { status: 401 }) : list(),
  )
  expect((await keycloak.api.call('GET', 'realms/portal/users')).body).toEqual([])
  expect(tokensAsked(keycloak.paths)).toBe(2)
})

it('a token that could not be had is asked for again by the next call', async () => {
  let asked = 0
  await using keycloak = await recorded(list, () => {
    asked += 1
    return asked === 1
      ? new Response('upstream', { status: 503 })
      : Response.json({ access_token: 'a-token', expires_in: 300 })
  })
  await expect(keycloak.api.call('GET', 'realms/portal/users')).rejects.toThrow('Keycloak answered 503.')
  await keycloak.api.call('GET', 'realms/portal/users')
})

it.each([
  [
    401,
    { error: 'unauthorized_client', error_description: 'Invalid client or Invalid client credentials' },
    "Keycloak does not accept the portal's client secret.",
  ],
  [404, { error: 'Realm does not exist' }, 'Keycloak has no realm of the configured name.'],
  [500, { error: 'unknown_error' }, 'Keycloak answered 500.'],
])('who asks for a token and gets %s reads why, in one sentence', async (status, body, sentence) => {
  await using keycloak = await recorded(list, () => Response.json(body, { status }))
  const call = keycloak.api.call('GET', 'realms/portal/users')
  await expect(call).rejects.toThrow(new IdentityProviderUnavailable(sentence))
  await expect(keycloak.admin.check()).rejects.toThrow(new IdentityProviderUnavailable(sentence))
})

it('the check fails for a client that may not read accounts, and passes for one that may', async () => {
  await using keycloak = await recorded((_request, calls) =>
    calls === 1 ? Response.json({ error: 'HTTP 403 Forbidden' }, { status: 403 }) : list(),
  )
  await expect(keycloak.admin.check()).rejects.toThrow(
    new IdentityProviderUnavailable("Keycloak does not give the portal's client the right to do this."),
  )
  await keycloak.admin.check()
})

it('a Keycloak that takes the call and never answers is away', async () => {
  const silent = await import('node:net').then(({ createServer }) => createServer(() => undefined))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const port = Reflect.get(silent.address() ?? {}, 'port')
  const address = readKeycloakAddress(`keycloak://a:b@127.0.0.1:${port}/auth/realms/portal`)
  const api = keycloakAdminApi(address, { timeoutMs: 100 })
  await expect(api.call('GET', 'realms/portal/users')).rejects.toThrow('Keycloak does not answer.')
  silent.close()
})

it.each([
  ['keycloak://127.0.0.1:8080/auth/realms/portal', 'needs a client and its secret'],
  ['keycloak://client:canary@127.0.0.1:8080/auth', 'names no realm'],
  ['keycloak://client:canary@one:1,two:2/auth/realms/portal', 'names more than one host'],
  ['keycloak+ssl://client:canary@127.0.0.1/auth/realms/portal', 'has an unknown ending'],
  ['keycloak://client:canary@127.0.0.1/auth/realms/portal?realm=x', 'has an unknown setting'],
])('the address %s stops the start with a sentence that holds no secret', (url, why) => {
  expect(() => openIdentityAdmin(url)).toThrow(why)
  expect(() => openIdentityAdmin(url)).not.toThrow('canary')
})

it('an address says whether the way is encrypted, and where the server is', () => {
  const address = readKeycloakAddress('keycloak+https://client:s%3Acret@login.example/realms/my%20realm')
  expect(address).toEqual({
    server: 'https://login.example',
    host: 'login.example',
    realm: 'my realm',
    clientId: 'client',
    clientSecret: 's:cret',
  })
})
