import { type ChatMessage, chatApi } from '@portal/contracts/chat'
import { RequestError } from '@portal/contracts/client'
import { useNavigate, usePathname, useSearchParams } from '@portal/remote-kit/navigation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useState } from 'react'
import { useAsking } from './use-asking.ts'

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
  // Deleted, perhaps in another window: what is still cached is not there any more.
  const isGone = history.error instanceof RequestError && history.error.status === 404
  const read = isGone ? undefined : history.data
  return {
    ...location,
    ...asking,
    isWaiting: openQuestion !== null && !openQuestion.hasFailed,
    conversation: read ?? null,
    messages: read?.messages ?? noMessages,
    isLoading: conversationId !== null && history.isPending,
    failedRead: conversationId === null || history.error === null ? null : history,
  }
}

export type ThreadState = ReturnType<typeof useThread>

const noMessages: readonly ChatMessage[] = []

interface Begun {
  /** Counts new threads since the page was loaded. */
  readonly count: number
  /** The conversation that the newest one has become, until the address says so. */
  readonly id: string | null
}

/** The address names the conversation; a new thread has none until its first answer. */
function useThreadLocation() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const pathname = usePathname()
  const inAddress = params.get('conversation')
  const [begun, setBegun] = useState<Begun>({ count: 0, id: null })
  // The address has caught up or moved on: from now on a thread without conversation is a new one.
  if (inAddress !== null && begun.id !== null) setBegun({ count: begun.count + 1, id: null })
  const newKey = `new-${begun.count}`
  const conversationId = inAddress ?? begun.id
  return {
    /** The conversation, null as long as the thread has none. */
    conversationId,
    /** Names the thread before and after it has become a conversation. */
    threadKey: conversationId ?? newKey,
    /** A conversation's address on the current screen: the assistant has several (product §2). */
    addressOf: (id: string) => `${pathname}?conversation=${encodeURIComponent(id)}`,
    /** The thread of this key has become a conversation. */
    begin: (threadKey: string, id: string) => {
      if (threadKey !== newKey || inAddress !== null) return
      setBegun({ count: begun.count, id })
      const next = new URLSearchParams(params)
      next.set('conversation', id)
      setParams(next, { replace: true })
    },
    startNew: () => {
      setBegun({ count: begun.count + 1, id: null })
      navigate(pathname)
    },
  }
}
