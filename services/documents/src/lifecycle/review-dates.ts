import { addMonths, dayIn, daysBetween } from '@portal/contracts/calendar-day'
import type { OrganizationSettings } from '@portal/contracts/organization-settings'
import { type Review, reviewReminderDays } from '@portal/contracts/reviews'
import type { DocumentRow } from './lock-document.ts'

/** The document's own cycle, else the organization's; null: it is not reviewed. */
function cycleOf(own: number | null, settings: Pick<OrganizationSettings, 'reviewCycleMonths'>) {
  return (own ?? settings.reviewCycleMonths) || null
}

/** The next review of what is in force or was confirmed on a day. */
export function nextReview(
  reviewedOn: string,
  ownCycle: number | null,
  settings: Pick<OrganizationSettings, 'reviewCycleMonths'>,
): string | null {
  const months = cycleOf(ownCycle, settings)
  return months === null ? null : addMonths(reviewedOn, months)
}

/** A reminder that is to be sent: the reached ones of `reviewReminderDays`, nearest first. */
export interface DueReminder {
  readonly daysLeft: number
  readonly reached: readonly number[]
}

/** Whether the owner is to be reminded of a review on a day. */
export function dueReminder(dueOn: string, today: string): DueReminder | null {
  const daysLeft = daysBetween(today, dueOn)
  const reached = reviewReminderDays.filter((days) => daysLeft <= days).toSorted((a, b) => a - b)
  return reached.length === 0 ? null : { daysLeft: Math.max(0, daysLeft), reached }
}

/** A document's review as sent to clients. */
export function presentReview(
  { nextReviewOn: nextOn, reviewCycleMonths: cycleMonths }: DocumentRow,
  timeZone: string,
): Review {
  return { nextOn, cycleMonths, isOverdue: nextOn !== null && nextOn < dayIn(timeZone) }
}
