import type { ChatMessage, Citation } from '@portal/contracts/chat'
import { useNavigate, useSearchParams } from '@portal/remote-kit/navigation'
import { useEffect, useRef } from 'react'

export interface CitedThread {
  readonly messages: readonly ChatMessage[]
  readonly conversationId: string | null
  /** Whether the messages are still being read. */
  readonly isLoading: boolean
}

/**
 * The open citation, kept in the address as `cite=<message>.<number>`. Opening it is a step of the
 * history, so that Back closes it and stays in the conversation (decision 79).
 */
export function useCitedPassage({ messages, conversationId, isLoading }: CitedThread) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const cite = params.get('cite')
  const [messageId = '', number = ''] = (cite ?? '').split('.')
  const siblings = sourcesOf(messages.find(({ id }) => id === messageId))
  const citation = siblings.find((one) => String(one.number) === number) ?? null
  // Whether the entry before this one is the same conversation without evidence.
  const isStep = useRef(false)
  useEffect(() => {
    if (cite === null) isStep.current = false
  }, [cite])

  const show = (value: string | null, isReplaced: boolean) => {
    const next = new URLSearchParams(params)
    // The address learns the conversation a moment later: building on it would lose the
    // conversation.
    if (conversationId !== null) next.set('conversation', conversationId)
    if (value === null) next.delete('cite')
    else next.set('cite', value)
    setParams(next, { replace: isReplaced })
  }
  const open = (value: string) => {
    // The step is made once: from one source to the next there is nothing to go back to.
    if (cite === null) isStep.current = true
    show(value, cite !== null)
  }
  return {
    citation,
    /** The address names one that is not known yet: its evidence needs room from the beginning. */
    isAwaited: cite !== null && citation === null && isLoading,
    messageId: cite === null ? null : messageId,
    siblings,
    open: (id: string, nth: number) => open(`${id}.${nth}`),
    openSibling: (nth: number) => open(`${messageId}.${nth}`),
    isOpen: (id: string, nth: number) => cite === `${id}.${nth}`,
    close: () => (isStep.current ? navigate(-1) : show(null, true)),
  }
}

export type CitedPassage = ReturnType<typeof useCitedPassage>

/** What an answer rests on, else the passages that come closest to its question. */
function sourcesOf(message: ChatMessage | undefined): readonly Citation[] {
  if (!message) return []
  return message.citations.length > 0 ? message.citations : (message.closest ?? [])
}
