import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'

const prefix = 'draft of a question'

/**
 * What is typed into the composer of a thread. It is kept beside the page's cached reads, so that
 * neither another conversation nor another page loses it (decision 79), and leaves with the person.
 */
export function useDraft(threadKey: string) {
  const queries = useQueryClient()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => queries.setQueryDefaults([prefix], { gcTime: Number.POSITIVE_INFINITY }), [queries])
  const key = [prefix, threadKey]
  const read = () => queries.getQueryData<string>(key) ?? ''
  const change = (text: string | ((now: string) => string)) => {
    queries.setQueryData(key, typeof text === 'string' ? text : text(read()))
    redraw()
  }
  return [read(), change] as const
}
