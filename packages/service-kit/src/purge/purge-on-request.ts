import { masterAdminEvents } from '@portal/contracts/master-admin'
import { gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { TransactionHandle } from '../database/connection-slot.ts'
import type { Database } from '../database/open-database.ts'
import { on } from '../inbox/consumers.ts'
import { enqueuer } from '../jobs/enqueue.ts'
import { tombstones } from '../tables.ts'

/** The job that purges an organization, as it is enqueued. */
export const purgeKind = { kind: 'purge-organization', payload: z.object({}) }

/** A service's reaction to a deletion: its commit ends the organization and enqueues the purge. */
export const purgeOnRequest = on(masterAdminEvents.deletionRequested, async ({ db, log }, { data }) => {
  const { organizationId } = data
  await db
    .insert(tombstones)
    .values({ organizationId })
    .onConflictDoUpdate({ target: tombstones.organizationId, set: { purgedAt: null } })
  await enqueuePurge(db, organizationId)
  log.info({ purged: organizationId }, 'an organization was deleted; its purge begins')
})

/** In-flight work lives for minutes; two days allow for an upload in a frozen process. */
const sweptForMs = 2 * 86_400_000

/**
 * Purges recently deleted organizations again, to find what a dead process left outside of
 * transactions, such as the file of an unfinished upload.
 */
export async function sweepDeleted(database: Database): Promise<void> {
  await database.platformTx(async (db) => {
    const rows = await db
      .select({ organizationId: tombstones.organizationId })
      .from(tombstones)
      .where(gt(tombstones.deletedAt, sql`now() - ${sweptForMs} * interval '1 millisecond'`))
    for (const { organizationId } of rows) await enqueuePurge(db, organizationId)
  })
}

function enqueuePurge(db: TransactionHandle, organizationId: number): Promise<void> {
  return enqueuer(db, { organizationId })(purgeKind, { subject: 'organization', payload: {} })
}
