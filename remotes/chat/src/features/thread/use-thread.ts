import { type ChatMessage, chatApi } from '@portal/contracts/chat'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useAsking } from './use-asking.ts'
import { useThreadPlace } from './use-thread-place.ts'

/** The thread on the screen: its messages, the question that has no answer yet, and what may be done. */
export function useThread() {
  const place = useThreadPlace()
  const { conversationId } = place
  const asking = useAsking(place)
  const { openQuestion } = asking
  const history = useRouteQuery(
    chatApi.readConversation,
    { params: { id: conversationId ?? '' } },
    { isEnabled: conversationId !== null },
  )
  return {
    ...place,
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

/** The thread as its screen uses it. */
export type ThreadState = ReturnType<typeof useThread>

const noMessages: readonly ChatMessage[] = []
