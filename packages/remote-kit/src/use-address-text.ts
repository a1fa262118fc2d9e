import { useSearchParams } from '@portal/remote-kit/navigation'
import { useEffect, useRef, useState } from 'react'

const writeAfterMs = 250

/**
 * A typed text that the address keeps under `name`, so that a link restores it. Typing is not slowed down by the router: the address
 * follows when the person pauses, and a change of the address that is not ours (a link, the back button) sets the text.
 */
export function useAddressText(name: string): readonly [string, (text: string) => void] {
  const [params, setParams] = useSearchParams()
  const inAddress = params.get(name) ?? ''
  const [text, setText] = useState(inAddress)
  const latest = useRef({ params, setParams })
  latest.current = { params, setParams }
  const written = useRef<string[]>([])

  useEffect(() => {
    const own = written.current.indexOf(inAddress)
    written.current.splice(0, own + 1)
    if (own === -1) setText(inAddress)
  }, [inAddress])

  useEffect(() => {
    const timer = setTimeout(() => {
      const next = new URLSearchParams(latest.current.params)
      if ((next.get(name) ?? '') === text) return
      if (text === '') next.delete(name)
      else next.set(name, text)
      written.current.push(text)
      latest.current.setParams(next, { replace: true })
    }, writeAfterMs)
    return () => clearTimeout(timer)
  }, [name, text])

  return [text, setText]
}
