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

interface Due {
  /** The last day, in the organization's time zone. */
  readonly on: string | null | undefined
  readonly isOverdue: boolean
}

/** When something is due, as a badge; `today` is a day of the organization, once it is known. */
export function dueBadge({ on, isOverdue }: Due, today: string | undefined): Pick<WaitingItem, 'badge'> {
  if (isOverdue) return { badge: { tone: 'danger', words: 'Overdue' } }
  if (!on || today === undefined) return {}
  const days = daysBetween(today, on)
  if (days < 0) return { badge: { tone: 'danger', words: 'Overdue' } }
  const words = days === 0 ? 'Due today' : days === 1 ? 'Due tomorrow' : `Due in ${days} days`
  return { badge: { tone: days <= soonDays ? 'warning' : 'outline', words } }
}
