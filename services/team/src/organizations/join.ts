import type { Role } from '@portal/contracts/permissions'
import { teamEvents } from '@portal/contracts/team'
import { CodedError, found } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Emit } from '@portal/service-kit/events/emit'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { memberships, organizations, people } from '../schema.ts'

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

/** Writes the membership with its event. */
export async function addMember(db: TransactionHandle, emit: Emit, member: NewMember): Promise<void> {
  await db.insert(memberships).values(member)
  await emit(teamEvents.memberJoined, {
    subject: member.personId,
    data: { userId: member.personId, role: member.role },
    organizationId: member.organizationId,
  })
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
