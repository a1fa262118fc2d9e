import { notificationDays } from '@portal/contracts/notifications'
import { own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { lt } from 'drizzle-orm'
import type { TeamPorts } from '../ports.ts'
import { organizations } from '../schema.ts'
import { digests, knownDocuments, notifications } from './notifications-schema.ts'

const dayMs = 86_400_000
/** A deleted document can come back for 30 days (decision 27). */
const restorableDays = 31

/** Hourly: deletes old notifications and digests, and documents deleted for good. */
export async function forgetNotifications(
  { platformTx }: Pick<ServiceScope<TeamPorts>, 'platformTx'>,
  now = Date.now(),
): Promise<void> {
  const before = (days: number) => new Date(now - days * dayMs)
  const old = before(notificationDays)
  const all = await platformTx((db) => db.select({ organizationId: organizations.id }).from(organizations))
  // One organization at a time: each has an index by age, and locks are short.
  for (const organization of all)
    await platformTx(async (db) => {
      await db.delete(notifications).where(own(notifications, organization, lt(notifications.createdAt, old)))
      await db.delete(digests).where(own(digests, organization, lt(digests.day, dayOf(old))))
      const gone = lt(knownDocuments.deletedAt, before(restorableDays))
      await db.delete(knownDocuments).where(own(knownDocuments, organization, gone))
    })
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
