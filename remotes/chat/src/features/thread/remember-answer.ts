import { type ChatMessage, chatApi } from '@portal/contracts/chat'
import type { RouteResponse } from '@portal/contracts/route'
import { routeKey } from '@portal/remote-kit/route-query'
import type { QueryClient } from '@tanstack/react-query'

type Answer = RouteResponse<typeof chatApi.ask>
type Thread = RouteResponse<typeof chatApi.readConversation>

/** A question with what came back. `isFirst`: the conversation began with it. */
export interface Exchange {
  readonly question: string
  readonly answer: Answer
  readonly isFirst: boolean
}

/**
 * Appends question and answer to the cached conversation, to avoid a read. If the server's event
 * refreshed the cache first, or earlier messages are unknown, the conversation is read instead.
 */
export function rememberAnswer(queries: QueryClient, { question, answer, isFirst }: Exchange): void {
  const { conversation, assistantMessage, citations, outcome } = answer
  const key = routeKey(chatApi.readConversation, { params: { id: conversation.id } })
  const known = queries.getQueryData<Thread>(key)
  if (known?.messages.some(({ id }) => id === assistantMessage.id)) return
  if (!known && !isFirst) {
    void queries.invalidateQueries({ queryKey: key })
    return
  }
  const asked: ChatMessage = {
    id: `question-of-${assistantMessage.id}`,
    content: question,
    role: 'user',
    createdAt: assistantMessage.createdAt,
    outcome: null,
    citations: [],
  }
  const answered: ChatMessage = { ...assistantMessage, role: 'assistant', outcome, citations }
  const messages = [...(known?.messages ?? []), asked, answered]
  queries.setQueryData<Thread>(key, { ...conversation, messages })
}
