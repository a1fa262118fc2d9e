import { dayIn } from '@portal/contracts/calendar-day'
import { documentsEvents } from '@portal/contracts/documents'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { rolesWith } from '@portal/contracts/permissions'
import { reviewReminderDays } from '@portal/contracts/reviews'
import { own } from '@portal/service-kit/database/own'
import type { ServiceScope } from '@portal/service-kit/define-service'
import { enqueueInParts } from '@portal/service-kit/jobs/enqueue-in-parts'
import { type JobContext, job } from '@portal/service-kit/jobs/job'
import { every } from '@portal/service-kit/sleep'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { dueReminder } from '../lifecycle/review-dates.ts'
import { reviewReminders } from '../lifecycle/reviews-schema.ts'
import type { DocumentsPorts } from '../ports.ts'
import { documents } from '../schema.ts'
import { settingsOf } from '../settings/follow-settings.ts'
import { organizationSettings } from '../settings/settings-schema.ts'

const Reviewed = z.object({ documentId: z.uuid() })
type Run = JobContext<DocumentsPorts, z.infer<typeof Reviewed>>

/** In force and with a date for its review. */
const isReviewed = and(
  isNull(documents.deletedAt),
  eq(documents.isActive, true),
  isNotNull(documents.currentVersionId),
  isNotNull(documents.nextReviewOn),
)

/**
 * Reminds the owner of a review, else the stewards. The reminder and its record commit together,
 * under the document's lock. After a standstill the nearest of those that were missed is sent.
 */
export const remindOfReview = job<typeof Reviewed, DocumentsPorts>('remind-of-review', {
  payload: Reviewed,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 1,
  run: ({ organizationId, payload: { documentId }, tx }: Run) =>
    tx(async (db, emit) => {
      const wanted = own(documents, { organizationId }, eq(documents.id, documentId), isReviewed)
      const [document] = await db.select().from(documents).where(wanted).for('update')
      const dueOn = document?.nextReviewOn
      if (!document || !dueOn) return
      const { timeZone } = await settingsOf(db, { organizationId })
      const due = dueReminder(dueOn, dayIn(timeZone))
      if (!due) return
      const rows = due.reached.map((daysBefore) => ({ organizationId, documentId, dueOn, daysBefore }))
      const recorded = await db.insert(reviewReminders).values(rows).onConflictDoNothing().returning()
      if (!recorded.some(({ daysBefore }) => daysBefore === due.reached[0])) return
      const { ownerId } = document
      await emit(documentsEvents.reviewDue, {
        subject: documentId,
        data: { documentId, dueOn, daysLeft: due.daysLeft },
        audience: {
          organizationId,
          ...(ownerId === null ? { roles: rolesWith('version:manage') } : { users: [ownerId] }),
        },
      })
    }),
})

const periodMs = 60_000

/** Looks for reminders that are due, in every replica; after a stop it finds the missed ones. */
export function startReminders({ platformTx, log }: ServiceScope<DocumentsPorts>) {
  return every(
    periodMs,
    () => enqueueReminders({ platformTx }),
    (error) => log.warn({ err: error }, 'reviews could not be looked for, next try in a minute'),
  )
}

/** Rows of one query, which replicas read one after the other. */
const rowsAtATime = 1000

/**
 * Whether a nearer reminder than the last one sent may have been reached. A day more, since
 * somewhere it is tomorrow already; what is far off or reminded of is not even read.
 */
function mayBeDue() {
  const { id, nextReviewOn } = documents
  const sent = own(
    reviewReminders,
    documents,
    eq(reviewReminders.documentId, id),
    eq(reviewReminders.dueOn, nextReviewOn),
    sql`${reviewReminders.daysBefore} <= reminder.days`,
  )
  const isNear = sql`${nextReviewOn} <= current_date + reminder.days + 1`
  const isNext = sql`not exists (select from ${reviewReminders} where ${sent})`
  return and(
    isReviewed,
    sql`exists (select from unnest(${reminderDays}) as reminder (days) where ${isNear} and ${isNext})`,
  )
}

const reminderDays = sql.raw(`array[${reviewReminderDays.join(', ')}]::integer[]`)

/** Has the owners reminded whose documents have reached a reminder that was not sent. */
export async function enqueueReminders(
  scope: Pick<ServiceScope<DocumentsPorts>, 'platformTx'>,
): Promise<void> {
  for (let last: Near | undefined, isLast = false; !isLast; ) {
    const rows = await nearReviews(scope, last)
    const due = rows.filter(({ dueOn, nearest, timeZone }) => {
      const reached = dueOn && dueReminder(dueOn, dayIn(timeZone ?? defaultSettings.timeZone))?.reached[0]
      return typeof reached === 'number' && (nearest === null || nearest > reached)
    })
    const jobs = due.map(({ organizationId, documentId }) => ({
      ...{ organizationId, subject: documentId, payload: { documentId } },
    }))
    await enqueueInParts(scope, remindOfReview, jobs)
    isLast = rows.length < rowsAtATime
    last = rows.at(-1)
  }
}

type Near = Awaited<ReturnType<typeof nearReviews>>[number]

/** Those after another one, with the nearest reminder that was sent. */
function nearReviews(
  { platformTx }: Pick<ServiceScope<DocumentsPorts>, 'platformTx'>,
  last: { readonly organizationId: number; readonly documentId: string } | undefined,
) {
  const { organizationId, id: documentId, nextReviewOn: dueOn } = documents
  const ofDocument = own(
    reviewReminders,
    documents,
    eq(reviewReminders.documentId, documentId),
    eq(reviewReminders.dueOn, dueOn),
  )
  const nearest = sql<number | null>`(select min(${reviewReminders.daysBefore})
    from ${reviewReminders} where ${ofDocument})`
  const after = last && sql`(${organizationId}, ${documentId}) > (${last.organizationId}, ${last.documentId})`
  return platformTx((db) =>
    db
      .select({ organizationId, documentId, dueOn, nearest, timeZone: organizationSettings.timeZone })
      .from(documents)
      .leftJoin(organizationSettings, own(organizationSettings, documents))
      .where(and(mayBeDue(), after))
      .orderBy(organizationId, documentId)
      .limit(rowsAtATime),
  )
}
