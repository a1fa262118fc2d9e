import { type Conversation, conversationSearchMax, conversationsApi } from '@portal/contracts/conversations'
import { documentsApi } from '@portal/contracts/documents'
import { type FoundPassage, searchTextMax } from '@portal/contracts/search'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'
import { useEffect, useState } from 'react'

/** Typing pauses for this long before a search is sent. */
const pauseMs = 250
const signsMin = 3
const wanted = 5

export interface FoundTexts {
  readonly passages: readonly FoundPassage[]
  readonly talkedAbout: readonly Conversation[]
}

/** What a text finds inside documents and one's own conversations, once typing has paused. */
export function useFoundTexts(text: string): FoundTexts {
  const typed = text.trim().slice(0, searchTextMax)
  const q = usePaused(typed)
  const isLong = q.length >= signsMin
  const mayReadPassages = useCan(documentsApi.searchPassages)
  const mayReadConversations = useCan(conversationsApi.listConversations)
  const passages = useRouteQuery(
    documentsApi.searchPassages,
    { query: { q, limit: wanted } },
    { isEnabled: isLong && mayReadPassages },
  )
  const conversations = useRouteQuery(
    conversationsApi.listConversations,
    { query: { q: q.slice(0, conversationSearchMax), limit: wanted } },
    { isEnabled: isLong && mayReadConversations },
  )
  if (q !== typed) return { passages: [], talkedAbout: [] }
  return { passages: passages.data?.passages ?? [], talkedAbout: conversations.data ?? [] }
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
