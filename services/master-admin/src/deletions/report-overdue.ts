import type { ServiceScope } from '@portal/service-kit/define-service'
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { MasterAdminPorts } from '../ports.ts'
import { deletionSteps, deletions } from '../schema.ts'

/** Whether a deletion has taken longer than the promised day (R16). */
export const isOverdue: SQL<boolean> = sql<boolean>`
  ${deletions.finishedAt} is null and ${deletions.requestedAt} < now() - interval '24 hours'`

/** Logs every overdue deletion with the stores it waits for. */
export async function reportOverdue({
  platformTx,
  log,
}: Pick<ServiceScope<MasterAdminPorts>, 'platformTx' | 'log'>): Promise<void> {
  const { deletedOrganizationId: organizationId, service, store, finishedAt } = deletionSteps
  const waiting = await platformTx((db) =>
    db
      .select({ organizationId, service, store })
      .from(deletionSteps)
      .innerJoin(deletions, sql`${deletions.deletedOrganizationId} = ${organizationId}`)
      .where(and(isNull(finishedAt), isOverdue)),
  )
  for (const [deleted, steps] of Map.groupBy(waiting, (step) => step.organizationId)) {
    const waitsFor = steps.map((step) => `${step.service}: ${step.store}`).sort()
    log.error({ organizationId: deleted, waitsFor }, 'a deletion has taken longer than a day')
  }
}
