import type { EventEnvelope } from '@portal/contracts/events'
import { teamEvents } from '@portal/contracts/team'
import { eq } from 'drizzle-orm'
import type { TransactionHandle } from '../database/connection-slot.ts'
import { erasedPeople } from '../tables.ts'

/** What a profile is without the person. */
export const nameless = {
  username: null,
  email: null,
  firstName: null,
  lastName: null,
  erasureAskedAt: null,
}

const { personChanged } = teamEvents

/** Late, replayed and republished profiles of erased people arrive without their names. */
export async function withoutErased(db: TransactionHandle, event: EventEnvelope): Promise<EventEnvelope> {
  if (event.type !== personChanged.type || event.source !== personChanged.source) return event
  const erased = await db.$count(erasedPeople, eq(erasedPeople.personId, event.subject))
  return erased === 0 ? event : { ...event, data: { ...event.data, ...nameless } }
}
