import type { PassportClaims } from '@portal/contracts/passport'
import { SignJWT } from 'jose'
import { ExpiringCache } from '../expiring-cache.ts'
import type { KnownPerson } from '../identity-client/identity-client.ts'
import type { SigningKeys } from '../secrets/signing-keys.ts'

const lifetimeSeconds = 60
/** Reused for half its life, so that it is still valid for the other half when it arrives. */
const reusedMs = 30_000

/** Signs passports (architecture §4): for a person in a session, and for the gateway itself. */
export class PassportMint {
  readonly #keys: Pick<SigningKeys, 'id' | 'privateKey'>
  readonly #made = new ExpiringCache<string>({ maxAgeMs: reusedMs, entriesMax: 20_000 })

  constructor(keys: Pick<SigningKeys, 'id' | 'privateKey'>) {
    this.#keys = keys
  }

  /** A person's passport for the services of one route. `sid` names the session or token. */
  forPerson(person: KnownPerson, sid: string, audience: readonly string[]): Promise<string> {
    const key = `${sid} ${person.version} ${audience.join(' ')}`
    return this.#made.read(key, () => {
      const { identity } = person
      return this.#sign({
        sub: identity.personId,
        aud: [...audience],
        kind: 'person',
        org: identity.organization?.id ?? null,
        role: identity.role,
        departments: identity.departments,
        featuresOff: identity.organization?.featuresOff ?? [],
        operator: identity.isMasterAdmin,
        sid,
      })
    })
  }

  /** For a job that acts for a person outside a request of theirs: read-only. */
  forJob({ identity, version }: KnownPerson, audience: string): Promise<string> {
    return this.#made.read(`job ${identity.personId} ${version} ${audience}`, () =>
      this.#sign({
        sub: identity.personId,
        aud: [audience],
        kind: 'person',
        org: identity.organization?.id ?? null,
        role: identity.role,
        departments: identity.departments,
        featuresOff: identity.organization?.featuresOff ?? [],
        operator: false,
        sid: 'job',
        readOnly: true,
      }),
    )
  }

  /** The gateway's own passport for one service. */
  forService(audience: string): Promise<string> {
    return this.#made.read(audience, () =>
      this.#sign({
        sub: 'gateway',
        aud: [audience],
        kind: 'service',
        org: null,
        role: null,
        departments: [],
        operator: false,
        sid: 'gateway',
      }),
    )
  }

  #sign(claims: Omit<PassportClaims, 'iss' | 'exp'>): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: this.#keys.id, typ: 'JWT' })
      .setIssuer('portal-gateway')
      .setIssuedAt(now)
      .setExpirationTime(now + lifetimeSeconds)
      .sign(this.#keys.privateKey)
  }
}
