import { type ChatMessage, chatApi } from '@portal/contracts/chat'
import { useNavigate, useSearchParams } from '@portal/remote-kit/navigation'
import { readsBelow, routeKey, useApi, useRouteQuery } from '@portal/remote-kit/route-query'
import { isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** What is said when an answer could not be had (specification §8). */
export const failureSentence = 'Sorry, there was an error processing your message. Please try again.'

/** A question that has no answer yet: waiting, or failed and ready for another try. */
export interface OpenQuestion {
  readonly conversationId: string | null
  readonly question: string
  readonly hasFailed: boolean
}

/** The thread on the screen; the address says which conversation it is. */
export function useThread() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const client = useApi()
  const queries = useQueryClient()
  const unauthorized = useUnauthorized()
  const conversationId = params.get('conversation')
  const [openQuestion, setOpenQuestion] = useState<OpenQuestion | null>(null)
  const history = useRouteQuery(
    chatApi.readConversation,
    { params: { id: conversationId ?? '' } },
    { isEnabled: conversationId !== null },
  )

  const open = (id: string, replace = false) => navigate(`/chat?conversation=${id}`, { replace })

  const ask = async (question: string) => {
    setOpenQuestion({ conversationId, question, hasFailed: false })
    try {
      const body = { question, ...(conversationId === null ? {} : { conversationId }) }
      const { conversation } = await client.call(chatApi.ask, { body })
      const read = { params: { id: conversation.id } }
      await queries.fetchQuery({
        queryKey: routeKey(chatApi.readConversation, read),
        queryFn: () => client.call(chatApi.readConversation, read),
        staleTime: 0,
      })
      setOpenQuestion(null)
      if (conversationId === null) open(conversation.id, true)
      await queries.invalidateQueries(readsBelow(chatApi.listConversations.path))
    } catch (error) {
      setOpenQuestion({ conversationId, question, hasFailed: true })
      if (isUnauthorized(error)) unauthorized()
    }
  }

  const shownQuestion = openQuestion?.conversationId === conversationId ? openQuestion : null
  return {
    conversationId,
    messages: conversationId === null ? noMessages : (history.data?.messages ?? noMessages),
    isLoading: conversationId !== null && history.isPending,
    loadError: conversationId === null ? null : history.error,
    reload: () => void history.refetch(),
    openQuestion: shownQuestion,
    isWaiting: openQuestion !== null && !openQuestion.hasFailed,
    ask,
    open,
    startNew: () => {
      setOpenQuestion(null)
      navigate('/chat')
    },
  }
}

/** The thread as its screen uses it. */
export type ThreadState = ReturnType<typeof useThread>

const noMessages: readonly ChatMessage[] = []
