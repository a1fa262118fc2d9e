import { z } from 'zod'
import { CalendarDay } from './calendar-day.ts'
import { event, events } from './events.ts'
import { reviewCycleMonthsMax } from './organization-settings.ts'

/**
 * When a document is reviewed next. `cycleMonths` null: as the organization does, 0: never.
 * Overdue once the day has passed in the organization's time zone.
 */
export const Review = z.object({
  nextOn: CalendarDay.nullable(),
  cycleMonths: z.number().int().nullable(),
  isOverdue: z.boolean(),
})
export type Review = z.infer<typeof Review>

/**
 * Dates that may be changed of a document. `effectiveOn` is of the current version and not in the
 * future, for which versions are scheduled.
 */
export const ReviewChange = z.object({
  effectiveOn: CalendarDay.optional(),
  nextReviewOn: CalendarDay.nullable().optional(),
  reviewCycleMonths: z.number().int().min(0).max(reviewCycleMonthsMax).nullable().optional(),
})

/** So many days before a review, and on its day, the owner is reminded. */
export const reviewReminderDays = [30, 7, 1, 0] as const

/** Events of reviews; their subject is the document. */
export const reviewsEvents = events('documents', {
  documentRecertified: event('document.recertified', 1, {
    documentId: z.uuid(),
    versionId: z.uuid(),
    nextReviewOn: CalendarDay.nullable(),
  }),
  /** Once for each of the days before; `daysLeft` is 0 on the day and after it. */
  reviewDue: event('document.review_due', 1, {
    documentId: z.uuid(),
    dueOn: CalendarDay,
    daysLeft: z.number().int(),
  }),
})
