import { type PurgedStore, purgeEvents } from '@portal/contracts/deletion'
import { masterAdminEvents } from '@portal/contracts/master-admin'
import { proxiedServices } from '@portal/contracts/services'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { type ConsumerScope, on } from '@portal/service-kit/inbox/consumers'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { allStores, deletionSteps, deletions } from '../schema.ts'

/** Records each service's report in the ledger, and closes it after the last. */
export const followPurges = proxiedServices.map((service) =>
  on(purgeEvents(service).organizationPurged, async (scope, { data }) => {
    const { organizationId, stores } = data
    const { db, log } = scope
    const ofThis = eq(deletions.deletedOrganizationId, organizationId)
    const [deletion] = await db.select().from(deletions).where(ofThis).for('update')
    if (!deletion) return log.warn({ organizationId }, 'a purge was answered that is not in the ledger')
    await writeSteps(db, { organizationId, service, stores })
    if (deletion.finishedAt === null) await closeWhenDone(scope, deletion)
  }),
)

interface Answer {
  readonly organizationId: number
  readonly service: string
  readonly stores: readonly PurgedStore[]
}

async function writeSteps(
  db: TransactionHandle,
  { organizationId: deletedOrganizationId, service, stores }: Answer,
): Promise<void> {
  const { deletedOrganizationId: organization, service: by, store: of } = deletionSteps
  await db
    .delete(deletionSteps)
    .where(and(eq(organization, deletedOrganizationId), eq(by, service), eq(of, allStores)))
  for (const { store, removed, remaining } of stores) {
    const finishedAt = remaining === 0 ? sql`now()` : null
    await db
      .insert(deletionSteps)
      .values({ deletedOrganizationId, service, store, removed, remaining, finishedAt })
      .onConflictDoUpdate({ target: [organization, by, of], set: { removed, remaining, finishedAt } })
  }
}

async function closeWhenDone(
  { db, emit }: ConsumerScope,
  { deletedOrganizationId: organizationId, requestedBy }: typeof deletions.$inferSelect,
): Promise<void> {
  const isOpen = and(
    eq(deletionSteps.deletedOrganizationId, organizationId),
    isNull(deletionSteps.finishedAt),
  )
  if ((await db.$count(deletionSteps, isOpen)) > 0) return
  const own = eq(deletions.deletedOrganizationId, organizationId)
  await db.update(deletions).set({ finishedAt: sql`now()` }).where(own)
  await emit(masterAdminEvents.deletionFinished, {
    subject: String(organizationId),
    data: { organizationId },
    audience: { users: [requestedBy] },
  })
}
