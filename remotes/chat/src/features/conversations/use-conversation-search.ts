import { chatApi } from '@portal/contracts/chat'
import { type Conversation, conversationSearchMax } from '@portal/contracts/conversations'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useEffect, useState } from 'react'
import { conversationTitle } from './conversation-title.ts'

/** Typing pauses for this long before messages are searched. */
const pauseMs = 250
const signsMin = 2
/** So many are enough to see that the search must be narrowed. */
const foundMax = 200

/**
 * Conversations with a text: those with it in the title at once, those with its words in a question
 * or answer once typing has paused.
 */
export function useConversationSearch(all: readonly Conversation[], text: string) {
  const typed = text.trim().slice(0, conversationSearchMax)
  const q = usePaused(typed)
  const isSearched = q.length >= signsMin
  const query = { q, limit: foundMax }
  const search = useRouteQuery(chatApi.listConversations, { query }, { isEnabled: isSearched })
  const wanted = typed.toLocaleLowerCase()
  const named = all.filter((each) => conversationTitle(each).toLocaleLowerCase().includes(wanted))
  const isAnswered = q === typed && search.data !== undefined
  return {
    found: isSearched && isAnswered ? withNamed(search.data, named) : named,
    isSearching: typed.length >= signsMin && !isAnswered && search.error === null,
    failure: q === typed && search.error !== null ? search : null,
  }
}

/** Newest first. An untitled conversation is named by the screen, so the server cannot find it. */
function withNamed(found: readonly Conversation[], named: readonly Conversation[]): readonly Conversation[] {
  const known = new Set(found.map(({ id }) => id))
  return [...found, ...named.filter(({ id }) => !known.has(id))].sort((a, b) =>
    b.createdAt.localeCompare(a.createdAt),
  )
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
