import type { Member } from '@portal/contracts/members'
import type { Role } from '@portal/contracts/permissions'
import { countRoles, mayGrant, type PolicyResult, type Removal } from '@portal/contracts/role-policy'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type OfOrganization, own } from '@portal/service-kit/database/own'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { memberships, organizations } from '../schema.ts'
import { lockOrganization, type OfPerson, ofMember } from './membership.ts'

/**
 * The policy's input, valid until this transaction ends. Changes of one organization's members are
 * serialized: two simultaneous demotions could otherwise both see a second admin.
 */
export async function lockMemberChange(
  db: TransactionHandle,
  ctx: Context,
  member: Pick<Member, 'id' | 'isProtected'>,
): Promise<Removal> {
  const { organizationId, personId } = ctx
  const lockRole = async (person: string) => {
    const { role } = memberships
    const wanted = ofMember({ organizationId, personId: person })
    const [row] = await db.select({ role }).from(memberships).where(wanted).for('update')
    return row?.role
  }
  await lockOrganization(db, organizationId)
  const target = { ...member, role: rowOrNotFound(await lockRole(member.id)) }
  const actor = await lockRole(personId)
  if (!actor) throw noLongerMember()
  const leaders = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(own(memberships, ctx, inArray(memberships.role, ['admin', 'facilitator'])))
  return { actor: { id: personId, role: actor }, target, counts: countRoles(leaders.map(({ role }) => role)) }
}

/** A person's role in an organization, and how many facilitators it has. */
export interface MemberRoles {
  /** Null for a person who is not a member. */
  readonly role: Role | null
  readonly facilitators: number
}

/** Locks the organization and reads this person's role. A disabled organization is not found. */
export async function lockMemberRoles(db: TransactionHandle, person: OfPerson): Promise<MemberRoles> {
  await lockEnabledOrganization(db, person)
  return readMemberRoles(db, person)
}

/** While it is locked its members' roles stay. A disabled organization is not found. */
export async function lockEnabledOrganization(
  db: TransactionHandle,
  { organizationId }: OfOrganization,
): Promise<void> {
  const [organization] = await db
    .select()
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('update')
  if (rowOrNotFound(organization).disabledAt) rowOrNotFound(null)
}

/** As of this transaction. One row, however many members there are. */
export async function readMemberRoles(
  db: TransactionHandle,
  { organizationId, personId }: OfPerson,
): Promise<MemberRoles> {
  const { personId: member, role } = memberships
  const [found] = await db
    .select({
      role: sql<Role | null>`max(${role}) filter (where ${member} = ${personId})`,
      facilitators: sql`count(*) filter (where ${role} = 'facilitator')`.mapWith(Number),
    })
    .from(memberships)
    .where(own(memberships, { organizationId }))
  return rowOrNotFound(found)
}

/** Throws the policy's coded error unless this member may grant the role now. */
export function assertMayGrant({ role: by, facilitators }: MemberRoles, role: Role): void {
  if (by === null) throw noLongerMember()
  assertAllowed(mayGrant({ by, role, facilitators }))
}

/** Throws the coded error of a policy that refuses. */
export function assertAllowed(result: PolicyResult): void {
  if (result.isAllowed) return
  const { code, message, suggestedAction } = result
  throw new CodedError(code, message, suggestedAction === undefined ? {} : { suggestedAction })
}

function noLongerMember(): CodedError {
  return new CodedError('forbidden', 'You do not belong to this organization any more.')
}
