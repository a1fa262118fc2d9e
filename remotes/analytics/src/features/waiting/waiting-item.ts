import { daysBetween } from '@portal/contracts/calendar-day'
import type { BadgeTone } from '@portal/ui/badge'
import type { UseQueryResult } from '@tanstack/react-query'

/** What kind of thing waits; each has its icon. */
export type WaitingKind = 'approval' | 'reading' | 'review' | 'gap' | 'problem'

/** One thing that somebody should do; `at` is when it began to wait. */
export interface WaitingItem {
  readonly key: string
  readonly kind: WaitingKind
  readonly title: string
  readonly detail: string
  readonly at?: string
  readonly to: string
  readonly badge?: { readonly tone: BadgeTone; readonly words: string }
}

/** A read and what of it waits; `what` names it in the middle of a sentence. */
export interface WaitingSource {
  readonly what: string
  readonly query: Pick<UseQueryResult, 'error' | 'isLoading' | 'isFetching' | 'refetch'>
  readonly items: readonly WaitingItem[]
}

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
