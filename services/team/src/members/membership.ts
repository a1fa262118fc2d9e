import type { Role } from '@portal/contracts/permissions'
import { teamEvents } from '@portal/contracts/team'
import { CodedError, notFound } from '@portal/service-kit/coded-error'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { own } from '@portal/service-kit/database/own'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { memberships, organizations, people, removedMembers } from '../schema.ts'

/** Serializes changes of one organization; joining, which only references it, does not wait. */
export async function lockOrganization(db: TransactionHandle, organizationId: number): Promise<void> {
  await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update')
}

/** Locks the person; false if there is none. */
export async function lockPerson(db: TransactionHandle, personId: string): Promise<boolean> {
  const { id } = people
  return (await db.select({ id }).from(people).where(eq(id, personId)).for('update')).length > 0
}

/**
 * Locks the person, so that one of two simultaneous creations or joins wins, and refuses members
 * (decision 59). Membership of a disabled organization does not count.
 */
export async function lockNewcomer(db: TransactionHandle, personId: string): Promise<void> {
  if (!(await lockPerson(db, personId))) throw notFound()
  const ofPerson = eq(memberships.personId, personId)
  const shut = db
    .select({ id: organizations.id })
    .from(organizations)
    .where(isNotNull(organizations.disabledAt))
  await db.delete(memberships).where(and(ofPerson, inArray(memberships.organizationId, shut)))
  const existing = await db.select({ role: memberships.role }).from(memberships).where(ofPerson)
  if (existing.length > 0) throw new CodedError('already_member', "You're already part of an organization")
}

/** A person in an organization, as a member or not. */
export interface OfPerson {
  readonly organizationId: number
  readonly personId: string
}

/** Removed members return by invitation only, not by code (decision 40). */
export async function refuseRemoved(db: TransactionHandle, person: OfPerson): Promise<void> {
  const { role } = removedMembers
  const removed = await db.select({ role }).from(removedMembers).where(ofRemoved(person))
  if (removed.length === 0) return
  throw new CodedError('forbidden', 'You were removed from this organization.', {
    suggestedAction: 'Ask an administrator of the organization for an invitation.',
  })
}

/** Inserts the membership with its event; an earlier removal is forgotten. */
export async function addMember(
  db: TransactionHandle,
  emit: Emit,
  member: OfPerson & { readonly role: Role },
): Promise<void> {
  const { organizationId, personId: userId, role } = member
  await db.delete(removedMembers).where(ofRemoved(member))
  await db.insert(memberships).values(member)
  await emit(teamEvents.memberJoined, { subject: userId, data: { userId, role }, organizationId })
}

/** Ends memberships and remembers them: return is by invitation only (decision 40). */
export async function endMemberships(db: TransactionHandle, emit: Emit, where: SQL): Promise<void> {
  const ended = await db.delete(memberships).where(where).returning()
  for (const { organizationId, personId: userId, role, joinedAt } of ended) {
    const removed = { role, joinedAt, removedAt: sql`now()` }
    await db
      .insert(removedMembers)
      .values({ organizationId, personId: userId, ...removed })
      .onConflictDoUpdate({ target: [removedMembers.organizationId, removedMembers.personId], set: removed })
    await emit(teamEvents.memberRemoved, { organizationId, subject: userId, data: { userId, role } })
  }
}

/** The membership of a person in an organization. */
export function ofMember(person: OfPerson): SQL {
  return own(memberships, person, eq(memberships.personId, person.personId))
}

/** Their ended one. */
export function ofRemoved(person: OfPerson): SQL {
  return own(removedMembers, person, eq(removedMembers.personId, person.personId))
}
