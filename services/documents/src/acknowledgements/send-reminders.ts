import { addDays, dayIn } from '@portal/contracts/calendar-day'
import { own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { enqueueInParts } from '@portal/service-kit/jobs/enqueue-in-parts'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { every } from '@portal/service-kit/sleep'
import { and, eq, isNull, lt, lte, or } from 'drizzle-orm'
import { z } from 'zod'
import type { DocumentsPorts } from '../ports.ts'
import { documents, versions } from '../schema.ts'
import { campaigns } from './acknowledgement-schema.ts'
import { emitTo, outstandingPeople } from './asked-people.ts'
import { documentOfCampaign, isRunning, lockCampaign, running, versionOfCampaign } from './campaign-access.ts'
import { updateCampaign } from './change-campaign.ts'
import { dayOf, reminderDays, reminderFor } from './due-days.ts'

/** `at`: when they were found to be due. */
const Due = z.object({
  campaignId: z.uuid(),
  documentId: z.uuid(),
  versionId: z.uuid(),
  at: z.iso.datetime(),
})
type Run = JobContext<DocumentsPorts, z.infer<typeof Due>>

/**
 * Reminds those who have not acknowledged, once before the last day and once after it: what was
 * sent is marked in the transaction of the events, and checked under the document's lock.
 */
export const sendReminders = job<typeof Due, DocumentsPorts>('send-acknowledgement-reminders', {
  payload: Due,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 1,
  run: ({ organizationId, payload, tx }: Run) =>
    tx(async (db, emit, enqueue) => {
      const { campaignId: id, at, ...of } = payload
      const step = { organizationId, db, emit, enqueue }
      const isHere = own(documents, step, eq(documents.id, of.documentId), isNull(documents.deletedAt))
      const [document] = await db.select({ id: documents.id }).from(documents).where(isHere)
      if (!document) return
      const locked = await lockCampaign(step, { id, ...of })
      const { campaign } = locked
      const now = new Date()
      if (!isRunning(locked) || !locked.document.isActive) return
      const today = await dayOf(db, step, Date.parse(at))
      const startedOn = await dayOf(db, step, campaign.createdAt)
      const state = reminderFor(campaign, { today, startedOn })
      if (state === null) return
      const sent = state === 'due' ? { dueReminderAt: now } : { overdueReminderAt: now }
      await updateCampaign(step, campaign, { ...sent, remindedAt: now })
      const people = await outstandingPeople(step, id)
      await emitTo(step, campaign, { what: 'acknowledgementReminded', people, state })
    }),
})

const periodMs = 60_000

/** Looks for campaigns with a reminder to send, in every replica; after a stop it catches up. */
export function startCampaignReminders({ platformTx, log }: ServiceScope<DocumentsPorts>) {
  return every(
    periodMs,
    () => enqueueReminders({ platformTx }),
    (error) => log.warn({ err: error }, 'campaigns could not be looked for, next try soon'),
  )
}

/** Has reminders sent that are due at `now`; the job decides which. */
export async function enqueueReminders(
  scope: Pick<ServiceScope<DocumentsPorts>, 'platformTx'>,
  now = new Date(),
): Promise<void> {
  // Somewhere on earth it is the next day already.
  const today = addDays(dayIn('UTC', now), 1)
  const { organizationId, id: campaignId, documentId, versionId, dueOn } = campaigns
  const isOver = and(lt(dueOn, today), isNull(campaigns.overdueReminderAt))
  const isNear = and(lte(dueOn, addDays(today, reminderDays)), isNull(campaigns.dueReminderAt))
  const rows = await scope.platformTx((db) =>
    db
      .select({ organizationId, campaignId, documentId, versionId })
      .from(campaigns)
      .innerJoin(documents, documentOfCampaign)
      .innerJoin(versions, versionOfCampaign)
      .where(
        and(
          running,
          isNull(documents.deletedAt),
          eq(documents.isActive, true),
          or(isOver, and(isNear, isNull(campaigns.overdueReminderAt))),
        ),
      ),
  )
  const at = now.toISOString()
  const due = rows.map(({ organizationId: of, ...campaign }) => ({
    ...{ organizationId: of, subject: campaign.campaignId, payload: { ...campaign, at } },
  }))
  await enqueueInParts(scope, sendReminders, due)
}
