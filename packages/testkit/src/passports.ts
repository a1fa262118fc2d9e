import { hash } from 'node:crypto'
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
  /** A person's passport for these services, valid 60 s by default, or a few seconds less. */
  person(actor: Actor, audience: readonly string[], lifetimeSeconds?: number): Promise<string>
  /** A service's own passport. */
  service(name: string, audience: readonly string[]): Promise<string>
}

const reusedMs = 5000

/** Opens an office with a fresh RS256 key. */
export async function openPassportOffice(): Promise<PassportOffice> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256' }
  const sign = reused((claims: Record<string, unknown>, audience: readonly string[], seconds: number) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .setIssuer('portal-gateway')
      .setAudience([...audience])
      .setExpirationTime(new Date(Date.now() + seconds * 1000))
      .sign(privateKey),
  )
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
          sid: sessionOf(actor.personId),
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

/** Gives the same again for a few seconds: signing is most of what a test's small request costs. */
function reused<Order extends unknown[]>(sign: (...order: Order) => Promise<string>) {
  const made = new Map<string, { readonly at: number; readonly token: Promise<string> }>()
  return (...order: Order): Promise<string> => {
    const key = JSON.stringify(order)
    const known = made.get(key)
    // A test may have set the clock back.
    if (known && Math.abs(Date.now() - known.at) < reusedMs) return known.token
    const token = sign(...order)
    made.set(key, { at: Date.now(), token })
    return token
  }
}

/** The session in which somebody acts, a UUID: the same in each of their passports. */
function sessionOf(personId: string): string {
  const hex = hash('sha256', personId, 'hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
