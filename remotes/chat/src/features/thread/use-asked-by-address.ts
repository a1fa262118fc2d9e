import { useSearchParams } from '@portal/remote-kit/navigation'
import { useEffect, useRef } from 'react'

/**
 * Takes the question of a link `?question=…` into the composer and off the address. It is not sent: following a link writes nothing.
 */
export function useAskedByAddress(take: (question: string) => void): void {
  const [params, setParams] = useSearchParams()
  const question = params.get('question')
  const act = useRef({ take, params, setParams })
  act.current = { take, params, setParams }
  useEffect(() => {
    if (question === null) return
    const next = new URLSearchParams(act.current.params)
    next.delete('question')
    act.current.setParams(next, { replace: true })
    act.current.take(question)
  }, [question])
}
