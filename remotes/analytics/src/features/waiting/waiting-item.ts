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
