import { documentsApi } from '@portal/contracts/documents'
import { type FoundPassage, searchTextMax } from '@portal/contracts/search'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'
import { useEffect, useState } from 'react'

/** Typing pauses for this long before a search is sent. */
const pauseMs = 250
const signsMin = 3
const passagesWanted = 5
const none: readonly FoundPassage[] = []

/** The passages of the documents that a typed text finds, once typing has paused. */
export function useFoundPassages(text: string): readonly FoundPassage[] {
  const typed = text.trim().slice(0, searchTextMax)
  const q = usePaused(typed)
  const isEnabled = useCan(documentsApi.searchPassages) && q.length >= signsMin
  const query = { q, limit: passagesWanted }
  const { data } = useRouteQuery(documentsApi.searchPassages, { query }, { isEnabled })
  return q === typed ? (data?.passages ?? none) : none
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
