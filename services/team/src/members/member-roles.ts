import type { Role } from '@portal/contracts/permissions'
import { mayGrant } from '@portal/contracts/role-policy'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import { memberships, organizations } from '../schema.ts'
import { assertAllowed } from './assert-allowed.ts'

/**
 * The roles in an organization whose row is locked: they cannot change before the transaction ends.
 */
export interface MemberRoles {
  readonly organizationName: string
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
  const rows = await db
    .select({ personId: memberships.personId, role: memberships.role })
    .from(memberships)
    .where(own(memberships, { organizationId }))
  const roleById = new Map(rows.map(({ personId, role }) => [personId, role]))
  return {
    organizationName: rowOrNotFound(organization).name,
    facilitators: rows.filter(({ role }) => role === 'facilitator').length,
    roleOf: (personId) => roleById.get(personId) ?? null,
  }
}

/**
 * Throws the policy's coded error unless this member may grant the role now; the passport may be
 * older than their role.
 */
export function assertMayGrant(roles: MemberRoles, personId: string, role: Role): void {
  const by = roles.roleOf(personId)
  if (by === null) throw new CodedError('forbidden', 'You do not belong to this organization any more.')
  assertAllowed(mayGrant({ by, role, facilitators: roles.facilitators }))
}
