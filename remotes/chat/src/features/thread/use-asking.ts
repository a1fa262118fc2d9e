import { chatApi } from '@portal/contracts/chat'
import { RequestError } from '@portal/contracts/client'
import { createActKeys } from '@portal/remote-kit/act-keys'
import { routeKey, useApi } from '@portal/remote-kit/route-query'
import { isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { rememberAnswer } from './remember-answer.ts'
import type { ThreadPlace } from './use-thread-place.ts'

/** A question without an answer: on its way, or failed and ready for another try. */
export interface OpenQuestion {
  readonly question: string
  readonly hasFailed: boolean
  /** Names the failed request to support. */
  readonly requestId: string | null
}

type OpenQuestions = Readonly<Record<string, OpenQuestion | undefined>>

/** Asking in the thread on the screen. Threads do not wait for each other: each has its own open question. */
export function useAsking(place: ThreadPlace) {
  const [open, setOpen] = useState<OpenQuestions>({})
  const put = (threadKey: string, question: OpenQuestion | undefined) =>
    setOpen((now) => ({ ...now, [threadKey]: question }))
  const [askedIn, setAskedIn] = useState<readonly string[]>([])
  const send = useSendQuestion()
  const stoppers = useRef(new Map<string, AbortController>())
  const unauthorized = useUnauthorized()
  const latest = useLatest(place)

  /** Answers whether the question was stopped by the person. */
  const ask = async (question: string): Promise<'done' | 'stopped'> => {
    const { threadKey, conversationId } = place
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
    openQuestion: open[place.threadKey] ?? null,
    /** Whether something was asked here in this visit: what arrives now is news. */
    isLive: askedIn.includes(place.threadKey),
    ask,
    stop: () => stoppers.current.get(place.threadKey)?.abort(),
    dismiss: () => put(place.threadKey, undefined),
  }
}

interface Sending {
  readonly question: string
  readonly conversationId: string | null
  readonly threadKey: string
  readonly signal: AbortSignal
}

/** Sends a question, puts its answer into the cached conversation, and resolves to the conversation's id. */
function useSendQuestion() {
  const client = useApi()
  const queries = useQueryClient()
  const [keys] = useState(createActKeys)
  return async ({ question, conversationId, threadKey, signal }: Sending): Promise<string> => {
    const body = { question, ...(conversationId === null ? {} : { conversationId }) }
    // One key until the server has answered: trying again after a lost answer cannot ask twice.
    const act = JSON.stringify([threadKey, question])
    const headers = { 'idempotency-key': keys.keyOf(act) }
    try {
      const answer = await client.call(chatApi.ask, { body }, { headers, signal })
      keys.answered(act)
      rememberAnswer(queries, { question, answer, isFirst: conversationId === null })
      void queries.invalidateQueries({ queryKey: routeKey(chatApi.listConversations, { query: {} }) })
      return answer.conversation.id
    } catch (error) {
      if (error instanceof RequestError) keys.answered(act)
      throw error
    }
  }
}

/** The value of the last drawing; null once the component is gone. */
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
