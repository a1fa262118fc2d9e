import { chatApi } from '@portal/contracts/chat'
import { RequestError } from '@portal/contracts/client'
import { createActKeys } from '@portal/remote-kit/act-keys'
import { routeKey, useApi } from '@portal/remote-kit/route-query'
import { isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { rememberAnswer } from './remember-answer.ts'
import type { ThreadLocation } from './use-thread-location.ts'

/** A question without an answer: pending, or failed and ready for a retry. */
export interface OpenQuestion {
  readonly question: string
  readonly hasFailed: boolean
  /** Names the failed request to support. */
  readonly requestId: string | null
}

type OpenQuestions = Readonly<Record<string, OpenQuestion | undefined>>

/** Asks in the current thread. Threads do not block each other: each has its own open question. */
export function useAsking(location: ThreadLocation) {
  const [open, setOpen] = useState<OpenQuestions>({})
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
    dismiss: () => put(location.threadKey, undefined),
  }
}

interface Sending {
  readonly question: string
  readonly conversationId: string | null
  readonly threadKey: string
  readonly signal: AbortSignal
}

/**
 * Sends a question, adds its answer to the cached conversation, resolves to the conversation's id.
 */
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
  })
  useEffect(
    () => () => {
      held.current = null
    },
    [],
  )
  return () => held.current
}
