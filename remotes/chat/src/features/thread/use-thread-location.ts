import { useNavigate, usePathname, useSearchParams } from '@portal/remote-kit/navigation'
import { useState } from 'react'

export interface ThreadLocation {
  /** The conversation, null as long as the thread has none. */
  readonly conversationId: string | null
  /** Names the thread before and after it has become a conversation. */
  readonly threadKey: string
  /**
   * The address of a conversation on the current screen: the assistant has several (product §2).
   */
  readonly addressOf: (id: string) => string
  /** The thread of this key has become a conversation. */
  readonly begin: (threadKey: string, id: string) => void
  readonly startNew: () => void
}

interface Begun {
  /** Counts new threads since the page was loaded. */
  readonly count: number
  /** The conversation that the newest one has become, until the address says so. */
  readonly id: string | null
}

/** The address names the conversation; a new thread has none until its first answer. */
export function useThreadLocation(): ThreadLocation {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const pathname = usePathname()
  const inAddress = params.get('conversation')
  const [begun, setBegun] = useState<Begun>({ count: 0, id: null })
  // The address has caught up or moved on: from now on a thread without conversation is a new one.
  if (inAddress !== null && begun.id !== null) setBegun({ count: begun.count + 1, id: null })
  const newKey = `new-${begun.count}`
  const conversationId = inAddress ?? begun.id
  const addressOf = (id: string) => `${pathname}?conversation=${encodeURIComponent(id)}`
  return {
    conversationId,
    threadKey: conversationId ?? newKey,
    addressOf,
    begin: (threadKey, id) => {
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
