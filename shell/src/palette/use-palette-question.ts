import { chatApi } from '@portal/contracts/chat'
import type { RouteResponse } from '@portal/contracts/route'
import { createActKeys } from '@portal/remote-kit/act-keys'
import { useApi } from '@portal/remote-kit/route-query'
import { isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'
import { useEffect, useRef, useState } from 'react'

export type PaletteAnswer = RouteResponse<typeof chatApi.ask>

/** A question asked in the palette, and what has become of it. */
export interface PaletteQuestion {
  readonly question: string
  readonly answer: PaletteAnswer | null
  readonly hasFailed: boolean
}

/** Asks one question at a time; another one, or closing the palette, ends the waiting. */
export function usePaletteQuestion() {
  const client = useApi()
  const unauthorized = useUnauthorized()
  const [keys] = useState(createActKeys)
  const [asked, setAsked] = useState<PaletteQuestion | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const ask = async (question: string) => {
    running.current?.abort()
    const asking = new AbortController()
    running.current = asking
    const { signal } = asking
    setAsked({ question, answer: null, hasFailed: false })
    // One key until the server responds: a retry after a lost response cannot ask twice.
    const headers = { 'idempotency-key': keys.keyOf(question) }
    try {
      const answer = await client.call(chatApi.ask, { body: { question } }, { headers, signal })
      keys.settled(question)
      if (!signal.aborted) setAsked({ question, answer, hasFailed: false })
    } catch (error) {
      if (signal.aborted) return
      if (isUnauthorized(error)) unauthorized()
      setAsked({ question, answer: null, hasFailed: true })
    }
  }
  return {
    asked,
    ask: (question: string) => void ask(question),
    leave: () => {
      running.current?.abort()
      setAsked(null)
    },
  }
}
