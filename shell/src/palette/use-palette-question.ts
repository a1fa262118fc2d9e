import { createActKeys } from '@portal/remote-kit/act-keys'
import {
  type Answer,
  type AnswerSoFar,
  followAnswer,
  nothingYet,
  withEvent,
} from '@portal/remote-kit/follow-answer'
import { useApi } from '@portal/remote-kit/route-query'
import { isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'
import { useEffect, useRef, useState } from 'react'

/** A question asked in the palette, and what has become of it. */
export interface PaletteQuestion extends AnswerSoFar {
  readonly question: string
  readonly answer: Answer | null
  readonly hasFailed: boolean
}

const open = { ...nothingYet, answer: null, hasFailed: false }

/** Asks one question at a time; another one, leaving it, or closing the palette stops it. */
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
    const put = (change: (known: PaletteQuestion) => PaletteQuestion) => {
      if (!signal.aborted) setAsked((known) => known && change(known))
    }
    setAsked({ ...open, question })
    // One key until there is an answer, or none is wanted: a failure that the gateway reports says
    // nothing of what the service did, so a retry must not ask twice.
    const following = { body: { question }, key: keys.keyOf(question), streamId: null, signal }
    try {
      const answer = await followAnswer(client, {
        ...following,
        onEvent: (event) => put((known) => withEvent(known, event)),
      })
      keys.settled(question)
      put((known) => ({ ...known, answer }))
    } catch (error) {
      if (signal.aborted) keys.settled(question)
      if (!signal.aborted && isUnauthorized(error)) unauthorized()
      put((known) => ({ ...known, ...open, hasFailed: true }))
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
