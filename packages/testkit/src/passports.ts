import type { Role } from '@portal/contracts/permissions'
import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  SignJWT,
} from 'jose'

/** Who a test acts as. Without `organizationId` a person belongs to none. */
export interface Actor {
  readonly personId: string
  readonly organizationId?: number
  readonly role?: Role
  readonly departments?: readonly number[]
  readonly isOperator?: boolean
  readonly featuresOff?: readonly string[]
  /** Of a job that acts for the person. */
  readonly isReadOnly?: boolean
}

/** Signs passports as the gateway does, with a key made for one test run. */
export interface PassportOffice {
  readonly keys: JWTVerifyGetKey
  /** The same as the gateway publishes them. */
  readonly publicKeys: JSONWebKeySet
  /** A person's passport for these services, valid 60 s by default. */
  person(actor: Actor, audience: readonly string[], lifetimeSeconds?: number): Promise<string>
  /** A service's own passport. */
  service(name: string, audience: readonly string[]): Promise<string>
}

/** Opens an office with a fresh RS256 key. */
export async function openPassportOffice(): Promise<PassportOffice> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256' }
  const sign = (claims: Record<string, unknown>, audience: readonly string[], seconds: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .setIssuer('portal-gateway')
      .setAudience([...audience])
      .setExpirationTime(new Date(Date.now() + seconds * 1000))
      .sign(privateKey)
  return {
    keys: createLocalJWKSet({ keys: [jwk] }),
    publicKeys: { keys: [jwk] },
    person: (actor, audience, lifetimeSeconds = 60) =>
      sign(
        {
          sub: actor.personId,
          kind: 'person',
          org: actor.organizationId ?? null,
          role: actor.role ?? null,
          departments: actor.departments ?? [],
          operator: actor.isOperator ?? false,
          ...(actor.featuresOff && { featuresOff: actor.featuresOff }),
          sid: `session-${actor.personId}`,
          ...(actor.isReadOnly && { readOnly: true }),
        },
        audience,
        lifetimeSeconds,
      ),
    service: (name, audience) =>
      sign(
        { sub: name, kind: 'service', org: null, role: null, departments: [], operator: false, sid: name },
        audience,
        60,
      ),
  }
}
