import { createHash } from 'node:crypto'
import { isAmongLoginNames } from '@portal/contracts/login-names'
import type { NewPerson, operatorsApi } from '@portal/contracts/operators'
import { mayGrant } from '@portal/contracts/role-policy'
import { CodedError } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { AccountExists, type IdentityAdmin } from '@portal/service-kit/ports/identity-admin'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { assertAllowed } from '../members/member-roles.ts'
import { addMember } from '../members/membership.ts'
import { emitPersonChanged } from '../people/emit-person-changed.ts'
import type { Verb } from '../ports.ts'
import { organizations, people } from '../schema.ts'
import { issueOneTimeLogin } from './people.ts'

/**
 * Creates a person with account and membership. The account comes first and its creation is
 * idempotent, so a repeated request completes a failed one. While the provider is unavailable
 * nothing is created (503).
 */
export const createPerson: Verb<typeof operatorsApi.createPerson> = async (ctx, { body }) => {
  const { operators, identities } = ctx.ports
  // Operators are named by configuration alone (decision 52), so their names cannot be assigned.
  if (isAmongLoginNames(body.id, operators)) throw taken()
  assertAllowed(mayGrant({ by: 'operator', role: body.role, facilitators: 0 }))
  await ctx.platformTx((db) => assertPossible(db, body))
  const accountSubject = await createAccount(identities, body)
  const { id: username, email, organizationId, role } = body
  const created = await ctx.platformTx(async (db, emit) => {
    const { name: organizationName } = await assertPossible(db, body)
    // An empty name is none.
    const [firstName, lastName] = [body.firstName || null, body.lastName || null]
    const [person] = await db
      .insert(people)
      .values({ id: uuidV7(), username, email, firstName, lastName, isEmailVerified: true, accountSubject })
      .onConflictDoNothing()
      .returning()
    if (!person) throw taken()
    await emitPersonChanged(db, emit, person)
    await addMember(db, emit, { organizationId, personId: person.id, role })
    const member = { id: username, email, firstName, lastName, organizationId, organizationName, role }
    return ctx.respond(db, { ...member, access: null })
  })
  return { ...created, access: await issueOneTimeLogin(ctx, accountSubject) }
}

/**
 * The organization, which cannot be disabled before the transaction ends. Throws 404 without one
 * and 409 when the name or address is taken.
 */
async function assertPossible(db: TransactionHandle, person: NewPerson): Promise<{ name: string }> {
  const open = and(eq(organizations.id, person.organizationId), isNull(organizations.disabledAt))
  const [organization] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(open)
    .for('share')
  if (!organization)
    throw new CodedError('not_found', `There is no organization with the number ${person.organizationId}.`)
  const name = person.id.toLowerCase()
  const [other] = await db
    .select({ isDisabled: people.isDisabled })
    .from(people)
    .where(
      or(
        sql`lower(${people.id}) = ${name}`,
        sql`lower(${people.username}) = ${name}`,
        sql`lower(${people.email}) = ${person.email}`,
      ),
    )
    .limit(1)
  if (other) throw taken(other.isDisabled)
  return organization
}

async function createAccount(identities: IdentityAdmin, person: NewPerson): Promise<string> {
  const { id: username, email, firstName, lastName } = person
  const reference = createHash('sha256').update(`${username.toLowerCase()}\n${email}`).digest('base64url')
  try {
    const { subject } = await identities.createAccount({
      username,
      email,
      reference,
      ...(firstName ? { firstName } : {}),
      ...(lastName ? { lastName } : {}),
    })
    return subject
  } catch (error) {
    if (error instanceof AccountExists) throw taken()
    throw error
  }
}

function taken(byDeleted = false): CodedError {
  // A deleted person is in no list, so a mere "taken" would puzzle the operator.
  const how = byDeleted ? 'was a deleted user’s and is not given again' : 'is already taken'
  return new CodedError('conflict', `This user ID or email address ${how}.`)
}
