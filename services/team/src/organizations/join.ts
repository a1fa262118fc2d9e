import type { Role } from '@portal/contracts/permissions'
import { teamEvents } from '@portal/contracts/team'
import { CodedError, rowOrNotFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { memberships, organizations, people, removedMembers } from '../schema.ts'

/**
 * Locks the person, so that one of two simultaneous creations or joins wins, and refuses members
 * (decision 59). Membership of a disabled organization does not count.
 */
export async function lockNewcomer(db: TransactionHandle, personId: string): Promise<void> {
  const [person] = await db
    .select({ id: people.id })
    .from(people)
    .where(eq(people.id, personId))
    .for('update')
  rowOrNotFound(person)
  const shut = db
    .select({ id: organizations.id })
    .from(organizations)
    .where(isNotNull(organizations.disabledAt))
  await db
    .delete(memberships)
    .where(and(eq(memberships.personId, personId), inArray(memberships.organizationId, shut)))
  const existing = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(eq(memberships.personId, personId))
  if (existing.length > 0) throw new CodedError('already_member', "You're already part of an organization")
}

/** A new membership in the organization of the transaction's events. */
export interface NewMember {
  readonly organizationId: number
  readonly personId: string
  readonly role: Role
}

/** Removed members return by invitation only, not by code (decision 40). */
export async function refuseRemoved(
  db: TransactionHandle,
  person: Pick<NewMember, 'organizationId' | 'personId'>,
): Promise<void> {
  const [removed] = await db
    .select({ removedAt: removedMembers.removedAt })
    .from(removedMembers)
    .where(wasMember(person))
  if (!removed) return
  throw new CodedError('forbidden', 'You were removed from this organization.', {
    suggestedAction: 'Ask an administrator of the organization for an invitation.',
  })
}

/** Inserts the membership with its event; an earlier removal is forgotten. */
export async function addMember(db: TransactionHandle, emit: Emit, member: NewMember): Promise<void> {
  await db.delete(removedMembers).where(wasMember(member))
  await db.insert(memberships).values(member)
  await emit(teamEvents.memberJoined, {
    subject: member.personId,
    data: { userId: member.personId, role: member.role },
    organizationId: member.organizationId,
  })
}

function wasMember({ organizationId, personId }: Pick<NewMember, 'organizationId' | 'personId'>) {
  return own(removedMembers, { organizationId }, eq(removedMembers.personId, personId))
}

/**
 * The organization of a join code. Unknown, replaced and switched-off codes and those of disabled
 * organizations get the same 404 (decision 2).
 */
export async function organizationOfCode(
  db: TransactionHandle,
  code: string,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
) {
  const query = db
    .select()
    .from(organizations)
    .where(and(eq(organizations.joinCode, code), isNull(organizations.disabledAt)))
  const [organization] = await (isLocked ? query.for('share') : query)
  if (!organization) throw new CodedError('not_found', 'This organization link is invalid or has expired')
  return organization
}
