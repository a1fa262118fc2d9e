import { addDays, dayIn } from '@portal/contracts/calendar-day'
import type { TransactionHandle } from '@portal/service-kit/database/connection-slot'
import { settingsOf } from '../settings/follow-settings.ts'

/** How many days before the last one people are reminded. */
export const reminderDays = 3

/** The day that it is at an instant, by default now, in the organization's time zone. */
export async function dayOf(
  db: TransactionHandle,
  of: { readonly organizationId: number },
  at: Date | number = Date.now(),
): Promise<string> {
  const { timeZone } = await settingsOf(db, of)
  return dayIn(timeZone, at)
}

/** Whether the last day is over. */
export function isPast(dueOn: string | null, today: string): boolean {
  return dueOn !== null && dueOn < today
}

/** What of a campaign decides about its reminders. */
export interface Reminded {
  readonly dueOn: string | null
  readonly dueReminderAt: Date | null
  readonly overdueReminderAt: Date | null
}

/**
 * The reminder that is to be sent by itself, each kind once: before the last day, unless people
 * were asked as late as that, and after it.
 */
export function reminderFor(
  { dueOn, dueReminderAt, overdueReminderAt }: Reminded,
  { today, startedOn }: { readonly today: string; readonly startedOn: string },
): 'due' | 'overdue' | null {
  if (dueOn === null) return null
  if (isPast(dueOn, today)) return overdueReminderAt === null ? 'overdue' : null
  const from = addDays(dueOn, -reminderDays)
  return dueReminderAt === null && today >= from && startedOn < from ? 'due' : null
}
