import { useNavigate, usePathname, useSearchParams } from '@portal/remote-kit/navigation'
import { useState } from 'react'

/** Which thread is on the screen. */
export interface ThreadPlace {
  /** The conversation, null as long as the thread has none. */
  readonly conversationId: string | null
  /** Names the thread before and after it has become a conversation. */
  readonly threadKey: string
  /** Where a conversation is found: the same screen, for the assistant stands at several addresses (product §2). */
  readonly addressOf: (id: string) => string
  /** The thread of this key has become a conversation. */
  readonly begin: (threadKey: string, id: string) => void
  readonly startNew: () => void
}

interface Begun {
  /** Counts the new threads of this visit. */
  readonly count: number
  /** The conversation that the newest one has become, until the address says so. */
  readonly id: string | null
}

/** The address says which conversation is shown; a new thread has none until its first answer. */
export function useThreadPlace(): ThreadPlace {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const pathname = usePathname()
  const inAddress = params.get('conversation')
  const [begun, setBegun] = useState<Begun>({ count: 0, id: null })
  // The address has followed, or has moved on: a thread without conversation is another one from now on.
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
