import { type ChatMessage, chatApi } from '@portal/contracts/chat'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useAsking } from './use-asking.ts'
import { useThreadLocation } from './use-thread-location.ts'

export function useThread() {
  const location = useThreadLocation()
  const { conversationId } = location
  const asking = useAsking(location)
  const { openQuestion } = asking
  const history = useRouteQuery(
    chatApi.readConversation,
    { params: { id: conversationId ?? '' } },
    { isEnabled: conversationId !== null },
  )
  return {
    ...location,
    ...asking,
    isWaiting: openQuestion !== null && !openQuestion.hasFailed,
    conversation: history.data ?? null,
    messages: history.data?.messages ?? noMessages,
    isLoading: conversationId !== null && history.isPending,
    loadError: conversationId === null ? null : history.error,
    reload: () => void history.refetch(),
    isReloading: history.isFetching,
  }
}

export type ThreadState = ReturnType<typeof useThread>

const noMessages: readonly ChatMessage[] = []
