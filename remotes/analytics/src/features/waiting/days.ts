import { daysBetween } from '@portal/contracts/calendar-day'
import type { WaitingItem } from './waiting-item.ts'

/** Days in which something is urgent. */
const soonDays = 7

/** When something is due, as a badge; none without a day. Both are days of one time zone. */
export function dueBadge(due: string | null, today: string): Pick<WaitingItem, 'badge'> {
  if (due === null) return {}
  const days = daysBetween(today, due)
  if (days < 0) return { badge: { tone: 'danger', words: 'Overdue' } }
  const words = days === 0 ? 'Due today' : days === 1 ? 'Due tomorrow' : `Due in ${days} days`
  return { badge: { tone: days <= soonDays ? 'warning' : 'outline', words } }
}
