import { type RelyingParty, relyingParty } from '@portal/testkit/identity/relying-party'
import {
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '@portal/testkit/identity/test-identity-provider'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openIdentityAdmin } from '../identity-admin/open-identity-admin.ts'

let portal: TestIdentityProvider
let gateway: RelyingParty

const password = 'seven-quiet-harbours'

beforeAll(async () => {
  portal = await startTestIdentityProvider()
  gateway = await relyingParty({
    issuer: portal.issuer,
    clientId: 'portal-gateway',
    clientSecret: portal.gatewaySecret,
    redirectUri: `${portal.origin}/api/callback`,
  })
  await openIdentityAdmin(portal.provider.adminUrl).createAccount({
    username: 'Mariam',
    email: 'mariam@halden.example',
    firstName: 'Mariam',
    lastName: 'Odeh',
    password,
  })
})

afterAll(async () => portal[Symbol.asyncDispose]())

it('a person signs in by user name or e-mail, whatever the case, and the ID token says who they are', async () => {
  for (const username of ['mariam', 'MARIAM@halden.example']) {
    const tokens = await gateway.signIn(gateway.newBrowser(), { username, password })
    expect(decodeJwt(tokens.id_token ?? '')).toMatchObject({
      iss: portal.issuer,
      aud: 'portal-gateway',
      preferred_username: 'Mariam',
      email: 'mariam@halden.example',
      email_verified: true,
      given_name: 'Mariam',
      family_name: 'Odeh',
    })
    expect(tokens.refresh_token).toBeTypeOf('string')
  }
})
