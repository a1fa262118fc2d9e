import { teamEvents } from '@portal/contracts/team'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Emit } from '@portal/service-kit/events/emit'
import { eq } from 'drizzle-orm'
import { memberships } from '../schema.ts'

/** Ends a person's membership, where they have one, with its event. The transaction is the platform's. */
export async function endMembership(db: TransactionHandle, emit: Emit, personId: string): Promise<void> {
  const ended = await db.delete(memberships).where(eq(memberships.personId, personId)).returning()
  for (const { organizationId, role } of ended) {
    await emit(teamEvents.memberRemoved, {
      organizationId,
      subject: personId,
      data: { userId: personId, role },
    })
  }
}
