import type { Role } from '@portal/contracts/permissions'
import { mayGrant } from '@portal/contracts/role-policy'
import { CodedError, found } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { eq } from 'drizzle-orm'
import { assertAllowed } from '../people/assert-allowed.ts'
import { memberships, organizations } from '../schema.ts'

/** Who is in the organization now, while its row is locked: roles cannot change before the transaction ends. */
export interface Standing {
  readonly organizationName: string
  readonly facilitators: number
  /** Null for somebody who is no member. */
  roleOf(personId: string): Role | null
}

/** Locks the organization and reads who holds which role. An organization that was shut is not found. */
export async function lockStanding(db: TransactionHandle, organizationId: number): Promise<Standing> {
  const [organization] = await db
    .select()
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('update')
  if (found(organization).disabledAt) found(null)
  const rows = await db
    .select({ personId: memberships.personId, role: memberships.role })
    .from(memberships)
    .where(own(memberships, { organizationId }))
  const roleById = new Map(rows.map(({ personId, role }) => [personId, role]))
  return {
    organizationName: found(organization).name,
    facilitators: rows.filter(({ role }) => role === 'facilitator').length,
    roleOf: (personId) => roleById.get(personId) ?? null,
  }
}

/** Throws the coded error of the rule when this member may not give the role away now; the passport may be older than their role. */
export function assertMayGrant(standing: Standing, personId: string, role: Role): void {
  const by = standing.roleOf(personId)
  if (by === null) throw new CodedError('forbidden', 'You do not belong to this organization any more.')
  assertAllowed(mayGrant({ by, role, facilitators: standing.facilitators }))
}
