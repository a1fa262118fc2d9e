import { masterAdminEvents } from '@portal/contracts/master-admin'
import { z } from 'zod'
import type { TransactionHandle } from '../database/connection-slot.ts'
import { on } from '../inbox/consumers.ts'
import { enqueuer, platformQueue } from '../jobs/enqueue.ts'
import { erasedPeople } from '../tables.ts'

/** The job that erases a person, as it is enqueued. */
export const erasureKind = {
  kind: 'erase-person',
  payload: z.object({ userId: z.string(), organizationIds: z.array(z.number()) }),
}

/**
 * A service's reaction to an erasure: its commit keeps the person's names out from then on and
 * enqueues the erasure of what is stored.
 */
export const eraseOnRequest = on(masterAdminEvents.erasureRequested, async ({ db, log }, { data }) => {
  const { userId } = data
  await markErased(db, userId)
  const enqueue = enqueuer(db, { organizationId: platformQueue })
  await enqueue(erasureKind, { subject: userId, payload: data })
  log.info({ erased: userId }, 'the erasure of a person begins')
})

/** From the commit on, no event brings their name back. */
async function markErased(db: TransactionHandle, personId: string): Promise<void> {
  await db
    .insert(erasedPeople)
    .values({ personId })
    .onConflictDoUpdate({ target: erasedPeople.personId, set: { erasedAt: null } })
}
