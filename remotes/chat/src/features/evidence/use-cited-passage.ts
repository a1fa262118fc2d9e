import type { ChatMessage, Citation } from '@portal/contracts/chat'
import { useSearchParams } from '@portal/remote-kit/navigation'

export interface CitedThread {
  readonly messages: readonly ChatMessage[]
  readonly conversationId: string | null
}

/** The open citation, kept in the address as `cite=<message>.<number>`. */
export function useCitedPassage({ messages, conversationId }: CitedThread) {
  const [params, setParams] = useSearchParams()
  const cite = params.get('cite')
  const [messageId = '', number = ''] = (cite ?? '').split('.')
  const message = messages.find(({ id }) => id === messageId)
  const citation: Citation | null = message?.citations.find((one) => String(one.number) === number) ?? null

  const show = (value: string | null) => {
    const next = new URLSearchParams(params)
    // The address learns the conversation a moment later: building on it would lose the
    // conversation.
    if (conversationId !== null) next.set('conversation', conversationId)
    if (value === null) next.delete('cite')
    else next.set('cite', value)
    setParams(next, { replace: true })
  }
  return {
    citation,
    messageId: cite === null ? null : messageId,
    siblings: message?.citations ?? [],
    open: (id: string, nth: number) => show(`${id}.${nth}`),
    openSibling: (nth: number) => show(`${messageId}.${nth}`),
    isOpen: (id: string, nth: number) => cite === `${id}.${nth}`,
    close: () => show(null),
  }
}

export type CitedPassage = ReturnType<typeof useCitedPassage>
