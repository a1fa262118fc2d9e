import type { Member } from '@portal/contracts/members'
import { type Removal, standingOf } from '@portal/contracts/role-policy'
import { CodedError, found } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import { eq, inArray } from 'drizzle-orm'
import type { Context } from '../ports.ts'
import { memberships, organizations } from '../schema.ts'

/**
 * What the rules about members decide on, as it stands until this transaction ends: changes of one organization's members wait for each
 * other, because two demotions at once could otherwise both see a second admin.
 */
export async function lockMemberChange(
  db: TransactionHandle,
  ctx: Context,
  member: Pick<Member, 'id' | 'isProtected'>,
): Promise<Removal> {
  const { organizationId, personId } = ctx
  await lockOrganization(db, organizationId)
  const target = found(await loadMembership(db, organizationId, member.id))
  const actor = await loadMembership(db, organizationId, personId)
  if (!actor) throw new CodedError('forbidden', 'You do not belong to this organization any more.')
  const leaders = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(own(memberships, { organizationId }, inArray(memberships.role, ['admin', 'facilitator'])))
  return {
    actor: { id: personId, role: actor.role },
    target: { ...member, role: target.role },
    standing: standingOf(leaders.map(({ role }) => role)),
  }
}

/** Makes changes of one organization wait for each other; joining, which only refers to it, does not. */
export async function lockOrganization(db: TransactionHandle, organizationId: number): Promise<void> {
  await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update')
}

/** The membership of one person in one organization. */
export function ofMember(organizationId: number, personId: string) {
  return own(memberships, { organizationId }, eq(memberships.personId, personId))
}

async function loadMembership(db: TransactionHandle, organizationId: number, personId: string) {
  const [row] = await db.select().from(memberships).where(ofMember(organizationId, personId)).for('update')
  return row
}
