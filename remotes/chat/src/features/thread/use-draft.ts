import { useSession } from '@portal/remote-kit/session'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { keepDraft, keptDraft } from './kept-drafts.ts'

const prefix = 'draft of a question'

/**
 * What is typed into the composer of a thread. It is kept beside the page's cached reads, so that
 * neither another conversation nor another page loses it (decision 79), and leaves with the person.
 * The tab keeps it as well, for a reload or a login in between.
 */
export function useDraft(threadKey: string) {
  const queries = useQueryClient()
  const personId = useSession().person?.id ?? null
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => queries.setQueryDefaults([prefix], { gcTime: Number.POSITIVE_INFINITY }), [queries])
  const key = [prefix, threadKey]
  const read = () => queries.getQueryData<string>(key) ?? keptDraft({ personId, threadKey })
  const change = (text: string | ((now: string) => string)) => {
    const next = typeof text === 'string' ? text : text(read())
    queries.setQueryData(key, next)
    keepDraft({ personId, threadKey, text: next })
    redraw()
  }
  return [read(), change] as const
}
