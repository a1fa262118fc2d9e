import type { Role } from '@portal/contracts/permissions'
import { teamEvents } from '@portal/contracts/team'
import { CodedError, found } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { memberships, organizations, people, removedMembers } from '../schema.ts'

/**
 * Locks the person, so that of two creations or joins at once one wins, and refuses who is already a member (decision 59). A membership of an
 * organization that was shut keeps nobody from another.
 */
export async function lockNewcomer(db: TransactionHandle, personId: string): Promise<void> {
  const [person] = await db
    .select({ id: people.id })
    .from(people)
    .where(eq(people.id, personId))
    .for('update')
  found(person)
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

/** A new membership, to be written in the organization that the transaction's events are of. */
export interface NewMember {
  readonly organizationId: number
  readonly personId: string
  readonly role: Role
}

/** Who was removed comes back by invitation only; a code does not let them in (decision 40). */
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

/** Writes the membership with its event. Whoever was removed earlier is a member like any other again. */
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

/** The organization behind a join code; unknown, expired and switched-off codes, and those of organizations that were shut, get one and the same 404 (decision 2). */
export async function organizationOfCode(db: TransactionHandle, code: string) {
  const [organization] = await db
    .select()
    .from(organizations)
    .where(and(eq(organizations.joinCode, code), isNull(organizations.disabledAt)))
    .for('share')
  if (!organization) throw new CodedError('not_found', 'This organization link is invalid or has expired')
  return organization
}
