import type { Member } from '@portal/contracts/members'
import type { Role } from '@portal/contracts/permissions'
import { countRoles, mayGrant, type PolicyResult, type Removal } from '@portal/contracts/role-policy'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type OfOrganization, own } from '@portal/service-kit/database/own'
import { eq, inArray } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { memberships, organizations } from '../schema.ts'
import { lockOrganization, ofMember } from './membership.ts'

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

/** Who holds which role in an organization. */
export interface MemberRoles {
  readonly facilitators: number
  /** Null for a person who is not a member. */
  roleOf(personId: string): Role | null
}

/** Locks the organization and reads its members' roles. A disabled organization is not found. */
export async function lockMemberRoles(db: TransactionHandle, organizationId: number): Promise<MemberRoles> {
  const [organization] = await db
    .select()
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('update')
  if (rowOrNotFound(organization).disabledAt) rowOrNotFound(null)
  return readMemberRoles(db, { organizationId })
}

/** The roles in an organization as of this transaction. */
export async function readMemberRoles(
  db: TransactionHandle,
  organization: OfOrganization,
): Promise<MemberRoles> {
  const { personId, role } = memberships
  const rows = await db.select({ personId, role }).from(memberships).where(own(memberships, organization))
  const roleById = new Map(rows.map((row) => [row.personId, row.role]))
  return {
    facilitators: rows.filter((row) => row.role === 'facilitator').length,
    roleOf: (person) => roleById.get(person) ?? null,
  }
}

/** Throws the policy's coded error unless this member may grant the role now. */
export function assertMayGrant(roles: MemberRoles, personId: string, role: Role): void {
  const by = roles.roleOf(personId)
  if (by === null) throw noLongerMember()
  assertAllowed(mayGrant({ by, role, facilitators: roles.facilitators }))
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
