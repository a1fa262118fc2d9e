import { createHmac, timingSafeEqual } from 'node:crypto'
import { type DelegatedPassport, DelegationRequest, delegationPath } from '@portal/contracts/delegation'
import type { Secrets } from '@portal/service-kit/rotated-secrets'
import type { Hono } from 'hono'
import type { IdentityClient } from '../identity-client/identity-client.ts'
import type { PassportMint } from './passport-mint.ts'

interface Delegation {
  readonly passports: PassportMint
  readonly people: Pick<IdentityClient, 'read'>
  /** Shared with chat and analytics, whose jobs alone act for people. */
  readonly secrets: Secrets<string>
}

/** The only service that the passports are for. */
const audience = 'documents'

/**
 * Gives jobs passports of members, with their present rights, for reading documents and nothing
 * else. Former members get none.
 */
export function addDelegation(app: Hono, { passports, people, secrets }: Delegation): void {
  app.post(delegationPath, async (c) => {
    const given = c.req.header('authorization') ?? ''
    if (!secrets.some((secret) => isEqual(given, `Bearer ${secret}`)))
      return c.json({ message: 'Unauthorized: the secret is not the one of the service.' }, 401)
    const wanted = DelegationRequest.safeParse(await c.req.json().catch(() => null))
    if (!wanted.success) return c.json({ message: 'Name an organization and a person.' }, 400)
    const { organizationId, personId } = wanted.data
    const person = await people.read(personId)
    const { identity } = person ?? {}
    if (!person || !identity?.role || identity.isDisabled || identity.organization?.id !== organizationId)
      return c.json({ message: 'Not found' }, 404)
    const passport = await passports.forJob(person, audience)
    const { role, departments } = identity
    const featuresOff = identity.organization.featuresOff ?? []
    return c.json({ passport, role, departments, featuresOff } satisfies DelegatedPassport)
  })
}

/** In constant time, so that nothing is learned about where the texts differ. */
function isEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHmac('sha256', expected).update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
