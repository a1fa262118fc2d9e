import { listRowsMax } from '@portal/contracts/list-query'
import { deleteInBatches } from '@portal/service-kit/database/delete-in-batches'
import { own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { forEveryOne } from '@portal/service-kit/for-every-one'
import { desc, lt, sql } from 'drizzle-orm'
import type { AnalyticsPorts } from '../ports.ts'
import { activities } from './activity-schema.ts'

const keptMs = 365 * 86_400_000

type Scope = Pick<ServiceScope<AnalyticsPorts>, 'platformTx'>

/**
 * Hourly: forgets what happened more than a year ago, except what a list may still show in a quiet
 * organization. The audit trail keeps it.
 */
export async function forgetActivities({ platformTx }: Scope, now = Date.now()): Promise<void> {
  const { organizationId, at, id } = activities
  // Steps from one organization to the next in the index, whatever the number of rows.
  const all = await platformTx((db) =>
    db.execute<{ organizationId: string | null }>(sql`
      with recursive known(id) as (
        select min(${organizationId}) from ${activities}
        union all
        select (select min(${organizationId}) from ${activities} where ${organizationId} > known.id)
        from known where known.id is not null)
      select id as "organizationId" from known where id is not null`),
  )
  await forEveryOne(all, async (row) => {
    const of = { organizationId: Number(row.organizationId) }
    const [shown] = await platformTx((db) =>
      db
        .select({ at })
        .from(activities)
        .where(own(activities, of))
        .orderBy(desc(at), desc(id))
        .offset(listRowsMax - 1)
        .limit(1),
    )
    if (!shown) return
    const before = new Date(Math.min(now - keptMs, shown.at.getTime()))
    await deleteInBatches(platformTx, { from: activities, where: own(activities, of, lt(at, before)) })
  })
}
