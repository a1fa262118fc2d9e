import { masterAdminEvents } from '@portal/contracts/master-admin'
import { proxiedServices } from '@portal/contracts/services'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import type { Emit } from '@portal/service-kit/outbox/emit'
import { allStores, deletionSteps, deletions } from '../schema.ts'

/** The organization with its name at the time, and the operator. */
export interface RequestedDeletion {
  readonly organizationId: number
  readonly organizationName: string
  readonly requestedBy: string
}

/** Opens a deletion's ledger and has every service purge the organization. Idempotent. */
export async function requestDeletion(
  db: TransactionHandle,
  emit: Emit,
  { organizationId, organizationName, requestedBy }: RequestedDeletion,
): Promise<void> {
  const opened = await db
    .insert(deletions)
    .values({ deletedOrganizationId: organizationId, organizationName, requestedBy })
    .onConflictDoNothing()
    .returning({ id: deletions.deletedOrganizationId })
  if (opened.length === 0) return
  await db.insert(deletionSteps).values(
    proxiedServices.map((service) => ({
      deletedOrganizationId: organizationId,
      service,
      store: allStores,
    })),
  )
  await emit(masterAdminEvents.deletionRequested, {
    subject: String(organizationId),
    data: { organizationId, name: organizationName },
  })
}
