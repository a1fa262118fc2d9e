import { type RelyingParty, relyingParty } from './relying-party.ts'
import type { TestIdentityProvider } from './test-identity-provider.ts'

/** The gateway's client at a test provider. */
export function testGateway({ issuer, origin, gatewaySecret }: TestIdentityProvider): Promise<RelyingParty> {
  const redirectUri = `${origin}/api/callback`
  return relyingParty({ issuer, clientId: 'portal-gateway', clientSecret: gatewaySecret, redirectUri })
}
