import { IdentityProviderUnavailable } from '@portal/service-kit/ports/identity-admin'
import { identityAdminSuite } from '@portal/testkit/conformance/identity-admin-suite'
import { testGateway } from '@portal/testkit/identity/test-gateway'
import { startTestIdentityProvider } from '@portal/testkit/identity/test-identity-provider'
import { expect, it } from 'vitest'
import { openIdentityAdmin } from './open-identity-admin.ts'

identityAdminSuite('embedded', async () => {
  const portal = await startTestIdentityProvider()
  return {
    admin: openIdentityAdmin(portal.provider.adminUrl),
    gateway: await testGateway(portal),
    logoutTokens: portal.logoutTokens,
    [Symbol.asyncDispose]: () => portal[Symbol.asyncDispose](),
  }
})

it('the admin API is not on the public listener and answers nobody without the secret', async () => {
  await using portal = await startTestIdentityProvider()
  const { adminUrl, url } = portal.provider
  const wrong = new URL(adminUrl)
  wrong.password = 'guessed'
  const stranger = openIdentityAdmin(wrong.href)
  await expect(stranger.findSubject('anyone')).rejects.toBeInstanceOf(IdentityProviderUnavailable)
  await expect(stranger.check()).rejects.toThrow('The identity provider does not accept our secret.')
  for (const path of ['/accounts?name=x', '/oidc/accounts?name=x', '/oidc/../accounts?name=x']) {
    const answer = await fetch(`${url}${path}`, {
      headers: { authorization: 'Bearer secret-of-the-admin-api' },
    })
    expect(answer.status).toBe(404)
  }
})

it('a provider that is away is named in one sentence', async () => {
  const admin = openIdentityAdmin('oidc+http://:secret@127.0.0.1:9/')
  const away = new IdentityProviderUnavailable('The identity provider does not answer.')
  await expect(admin.findSubject('anyone')).rejects.toThrow(away)
  await expect(admin.check()).rejects.toThrow(away)
})

it.each(['', 'keycloak', 'https://portal.example/', 'oidc+http://127.0.0.1:1/'])(
  'the configuration %j stops the start',
  (url) => {
    expect(() => openIdentityAdmin(url)).toThrow(/identity admin URL/)
  },
)
