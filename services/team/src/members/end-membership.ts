import { teamEvents } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { eq, type SQL, sql } from 'drizzle-orm'
import { memberships, removedMembers } from '../schema.ts'

/** Ends a person's membership, if any, with its event, in a platform transaction. */
export function endMembership(db: TransactionHandle, emit: Emit, personId: string): Promise<void> {
  return endMemberships(db, emit, eq(memberships.personId, personId))
}

/** Ends memberships and remembers them: return is by invitation only (decision 40). */
export async function endMemberships(
  db: TransactionHandle,
  emit: Emit,
  where: SQL | undefined,
): Promise<void> {
  const ended = await db.delete(memberships).where(where).returning()
  for (const { organizationId, personId, role, joinedAt } of ended) {
    const removed = { role, joinedAt, removedAt: sql`now()` }
    await db
      .insert(removedMembers)
      .values({ organizationId, personId, ...removed })
      .onConflictDoUpdate({ target: [removedMembers.organizationId, removedMembers.personId], set: removed })
    await emit(teamEvents.memberRemoved, {
      organizationId,
      subject: personId,
      data: { userId: personId, role },
    })
  }
}
