import type { Member } from '@portal/contracts/members'
import { countRoles, type Removal } from '@portal/contracts/role-policy'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { eq, inArray } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { memberships, organizations } from '../schema.ts'

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
  await lockOrganization(db, organizationId)
  const target = rowOrNotFound(await loadMembership(db, organizationId, member.id))
  const actor = await loadMembership(db, organizationId, personId)
  if (!actor) throw new CodedError('forbidden', 'You do not belong to this organization any more.')
  const leaders = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(own(memberships, { organizationId }, inArray(memberships.role, ['admin', 'facilitator'])))
  return {
    actor: { id: personId, role: actor.role },
    target: { ...member, role: target.role },
    counts: countRoles(leaders.map(({ role }) => role)),
  }
}

/** Serializes changes of one organization; joining, which only references it, does not wait. */
export async function lockOrganization(db: TransactionHandle, organizationId: number): Promise<void> {
  await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update')
}

/** The membership of a person in an organization. */
export function ofMember(organizationId: number, personId: string) {
  return own(memberships, { organizationId }, eq(memberships.personId, personId))
}

async function loadMembership(db: TransactionHandle, organizationId: number, personId: string) {
  const [row] = await db.select().from(memberships).where(ofMember(organizationId, personId)).for('update')
  return row
}
