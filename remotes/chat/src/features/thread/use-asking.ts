import { type ChatMessage, chatApi } from '@portal/contracts/chat'
import { RequestError } from '@portal/contracts/client'
import type { RouteResponse } from '@portal/contracts/route'
import { createActKeys } from '@portal/remote-kit/act-keys'
import {
  type Answer,
  type AnswerEvent,
  type AnswerSoFar,
  followAnswer,
  nothingYet,
  withEvent,
} from '@portal/remote-kit/follow-answer'
import { usePortal } from '@portal/remote-kit/portal-context'
import { routeKey, useApi } from '@portal/remote-kit/route-query'
import { isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  forgetPending,
  type PendingQuestion,
  pendingQuestions,
  rememberPending,
} from './pending-questions.ts'

/** A question without an answer: pending, or failed and ready for a retry. */
export interface OpenQuestion extends AnswerSoFar {
  readonly question: string
  readonly hasFailed: boolean
  /** Names the failed request to support. */
  readonly requestId: string | null
}

const isOpen = { ...nothingYet, hasFailed: false, requestId: null }

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
  const queries = useQueryClient()
  const latest = useLatest(location)

  const follow = async (asked: Asked): Promise<'done' | 'stopped' | 'logged-out'> => {
    const { threadKey, conversationId, question } = asked
    const stopper = new AbortController()
    stoppers.current.set(threadKey, stopper)
    put(threadKey, { question, ...isOpen })
    setAskedIn((now) => [...now, threadKey])
    const onEvent = (event: AnswerEvent) =>
      setOpen((now) => {
        const known = now[threadKey]
        return known ? { ...now, [threadKey]: withEvent(known, event) } : now
      })
    try {
      const id = await orAborted(send({ ...asked, signal: stopper.signal, onEvent }), stopper.signal)
      setAskedIn((now) => [...now, id])
      put(threadKey, undefined)
      if (conversationId === null) latest()?.begin(threadKey, id)
      return 'done'
    } catch (error) {
      const isStopped =
        stopper.signal.aborted || (error instanceof DOMException && error.name === 'AbortError')
      const requestId = error instanceof RequestError ? error.requestId : null
      const isGone = isNotFound(error) && conversationId !== null
      // Deleted while it was answered: the conversation itself says so.
      if (isGone) void queries.invalidateQueries({ queryKey: conversationKey(conversationId) })
      put(threadKey, isStopped || isGone ? undefined : { question, ...isOpen, hasFailed: true, requestId })
      if (isStopped) return 'stopped'
      if (!isUnauthorized(error)) return 'done'
      unauthorized()
      return 'logged-out'
    }
  }

  useResumed((pending) => {
    const threadKey = pending.conversationId ?? location.threadKey
    // A question that began a conversation is shown where a new one would be.
    if (pending.conversationId === null && location.conversationId !== null) return
    void follow({ ...pending, threadKey, resumed: pending })
  })

  const { threadKey, conversationId } = location
  return {
    openQuestion: open[threadKey] ?? null,
    /** Whether a question was asked here since the page was loaded: then what arrives is news. */
    isLive: askedIn.includes(threadKey),
    ask: (question: string) => follow({ threadKey, conversationId, question }),
    stop: () => stoppers.current.get(threadKey)?.abort(),
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404
}

function conversationKey(id: string) {
  return routeKey(chatApi.readConversation, { params: { id } })
}

/** What this tab waited for before it was loaded again, once. */
function useResumed(resume: (pending: PendingQuestion) => void): void {
  const { session } = usePortal()
  const isDone = useRef(false)
  const latest = useRef(resume)
  latest.current = resume
  const personId = session.person?.id
  useEffect(() => {
    if (isDone.current || personId === undefined) return
    isDone.current = true
    for (const pending of pendingQuestions(personId)) latest.current(pending)
  }, [personId])
}

/** A stop is shown at once, whatever the network does. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  return Promise.race([work, aborted])
}

interface Asked extends Omit<AskedThread, 'begin'> {
  readonly question: string
  /** The question was sent before the page was loaded. */
  readonly resumed?: PendingQuestion
}

interface Sending extends Asked {
  readonly signal: AbortSignal
  readonly onEvent: (event: AnswerEvent) => void
}

/** Sends a question, caches its answer in the conversation, resolves to the conversation's id. */
function useSendQuestion() {
  const client = useApi()
  const queries = useQueryClient()
  const { session } = usePortal()
  const [keys] = useState(createActKeys)
  return async ({ question, conversationId, threadKey, signal, onEvent, resumed }: Sending) => {
    const body = { question, ...(conversationId === null ? {} : { conversationId }) }
    // One key until there is an answer, or none is wanted: a failure that the gateway reports says
    // nothing of what the service did, so a retry must not ask twice.
    const act = JSON.stringify([threadKey, question])
    const key = keys.keyOf(act, resumed?.key)
    const personId = session.person?.id ?? ''
    const pending = { personId, question, conversationId, key, askedAt: resumed?.askedAt ?? Date.now() }
    const streamId = resumed?.streamId ?? null
    rememberPending({ ...pending, streamId })
    const hear = (event: AnswerEvent) => {
      if (event.event === 'conversation') rememberPending({ ...pending, streamId: event.data.streamId })
      onEvent(event)
    }
    try {
      const answer = await followAnswer(client, { body, key, streamId, onEvent: hear, signal })
      keys.settled(act)
      rememberAnswer(queries, { question, answer, isFirst: conversationId === null })
      void queries.invalidateQueries({ queryKey: routeKey(chatApi.listConversations, { query: {} }) })
      return answer.conversation.id
    } catch (error) {
      if (signal.aborted) keys.settled(act)
      throw error
    } finally {
      forgetPending(key)
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
  readonly answer: Answer
  readonly isFirst: boolean
}

/**
 * Appends question and answer to the cached conversation, to avoid a read. If the server's event
 * refreshed the cache first, or earlier messages are unknown, the conversation is read instead.
 */
function rememberAnswer(queries: QueryClient, { question, answer, isFirst }: Exchange): void {
  const { conversation, assistantMessage, ...checked } = answer
  const key = conversationKey(conversation.id)
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
  const answered: ChatMessage = { ...assistantMessage, ...checked, role: 'assistant' }
  const messages = [...(known?.messages ?? []), asked, answered]
  queries.setQueryData<Thread>(key, { ...conversation, messages })
}
