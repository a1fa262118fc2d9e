import { notificationDays } from '@portal/contracts/notifications'
import { deleteInBatches } from '@portal/service-kit/database/delete-in-batches'
import { own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { forEveryOne } from '@portal/service-kit/for-every-one'
import { lt } from 'drizzle-orm'
import type { TeamPorts } from '../ports.ts'
import { organizations } from '../schema.ts'
import { digests, knownDocuments, notifications } from './notifications-schema.ts'

const dayMs = 86_400_000
/** A deleted document can come back for 30 days (decision 27). */
const restorableDays = 31

/**
 * Hourly: deletes old notifications and digests, and documents deleted for good. An organization
 * whose rows cannot be deleted now has them deleted later, and keeps no other one waiting.
 */
export async function forgetNotifications(
  { platformTx }: Pick<ServiceScope<TeamPorts>, 'platformTx'>,
  now = Date.now(),
): Promise<void> {
  const before = (days: number) => new Date(now - days * dayMs)
  const old = before(notificationDays)
  const all = await platformTx((db) => db.select({ organizationId: organizations.id }).from(organizations))
  // One organization at a time: each has an index by age.
  await forEveryOne(all, async (organization) => {
    const isOld = lt(notifications.createdAt, old)
    await deleteInBatches(platformTx, { from: notifications, where: own(notifications, organization, isOld) })
    const isPast = lt(digests.day, dayOf(old))
    await deleteInBatches(platformTx, { from: digests, where: own(digests, organization, isPast) })
    const isGone = lt(knownDocuments.deletedAt, before(restorableDays))
    await deleteInBatches(platformTx, {
      from: knownDocuments,
      where: own(knownDocuments, organization, isGone),
    })
  })
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
