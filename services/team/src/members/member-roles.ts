import type { Role } from '@portal/contracts/permissions'
import { mayGrant } from '@portal/contracts/role-policy'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type OfOrganization, own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import { memberships, organizations } from '../schema.ts'
import { assertAllowed } from './assert-allowed.ts'

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
  if (by === null) throw new CodedError('forbidden', 'You do not belong to this organization any more.')
  assertAllowed(mayGrant({ by, role, facilitators: roles.facilitators }))
}
