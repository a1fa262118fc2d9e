import { type ChatMessage, chatApi } from '@portal/contracts/chat'
import { RequestError } from '@portal/contracts/client'
import type { RouteResponse } from '@portal/contracts/route'
import { createActKeys } from '@portal/remote-kit/act-keys'
import { routeKey, useApi } from '@portal/remote-kit/route-query'
import { isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

/** A question without an answer: pending, or failed and ready for a retry. */
export interface OpenQuestion {
  readonly question: string
  readonly hasFailed: boolean
  /** Names the failed request to support. */
  readonly requestId: string | null
}

interface AskedThread {
  readonly conversationId: string | null
  readonly threadKey: string
  /** The thread of this key has become a conversation. */
  readonly begin: (threadKey: string, id: string) => void
}

/** Asks in the current thread. Threads do not block each other: each has its own open question. */
export function useAsking(location: AskedThread) {
  const [open, setOpen] = useState<Readonly<Record<string, OpenQuestion | undefined>>>({})
  const put = (threadKey: string, question: OpenQuestion | undefined) =>
    setOpen((now) => ({ ...now, [threadKey]: question }))
  const [askedIn, setAskedIn] = useState<readonly string[]>([])
  const send = useSendQuestion()
  const stoppers = useRef(new Map<string, AbortController>())
  const unauthorized = useUnauthorized()
  const latest = useLatest(location)

  const ask = async (question: string): Promise<'done' | 'stopped'> => {
    const { threadKey, conversationId } = location
    const stopper = new AbortController()
    stoppers.current.set(threadKey, stopper)
    put(threadKey, { question, hasFailed: false, requestId: null })
    setAskedIn((now) => [...now, threadKey])
    try {
      const id = await send({ question, conversationId, threadKey, signal: stopper.signal })
      setAskedIn((now) => [...now, id])
      put(threadKey, undefined)
      if (conversationId === null) latest()?.begin(threadKey, id)
      return 'done'
    } catch (error) {
      const requestId = error instanceof RequestError ? error.requestId : null
      put(threadKey, stopper.signal.aborted ? undefined : { question, hasFailed: true, requestId })
      if (isUnauthorized(error)) unauthorized()
      return stopper.signal.aborted ? 'stopped' : 'done'
    }
  }

  return {
    openQuestion: open[location.threadKey] ?? null,
    /** Whether a question was asked here since the page was loaded: then what arrives is news. */
    isLive: askedIn.includes(location.threadKey),
    ask,
    stop: () => stoppers.current.get(location.threadKey)?.abort(),
  }
}

interface Sending extends Omit<AskedThread, 'begin'> {
  readonly question: string
  readonly signal: AbortSignal
}

/** Sends a question, caches its answer in the conversation, resolves to the conversation's id. */
function useSendQuestion() {
  const client = useApi()
  const queries = useQueryClient()
  const [keys] = useState(createActKeys)
  return async ({ question, conversationId, threadKey, signal }: Sending): Promise<string> => {
    const body = { question, ...(conversationId === null ? {} : { conversationId }) }
    // One key until the server responds: a retry after a lost response cannot ask twice.
    const act = JSON.stringify([threadKey, question])
    const headers = { 'idempotency-key': keys.keyOf(act) }
    try {
      const answer = await client.call(chatApi.ask, { body }, { headers, signal })
      keys.settled(act)
      rememberAnswer(queries, { question, answer, isFirst: conversationId === null })
      void queries.invalidateQueries({ queryKey: routeKey(chatApi.listConversations, { query: {} }) })
      return answer.conversation.id
    } catch (error) {
      if (error instanceof RequestError) keys.settled(act)
      throw error
    }
  }
}

/** The value of the last render; null after unmounting. */
function useLatest<T>(value: T): () => T | null {
  const held = useRef<T | null>(value)
  useEffect(() => {
    held.current = value
    return () => {
      held.current = null
    }
  })
  return () => held.current
}

type Thread = RouteResponse<typeof chatApi.readConversation>

/** A question with what came back. `isFirst`: the conversation began with it. */
interface Exchange {
  readonly question: string
  readonly answer: RouteResponse<typeof chatApi.ask>
  readonly isFirst: boolean
}

/**
 * Appends question and answer to the cached conversation, to avoid a read. If the server's event
 * refreshed the cache first, or earlier messages are unknown, the conversation is read instead.
 */
function rememberAnswer(queries: QueryClient, { question, answer, isFirst }: Exchange): void {
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
