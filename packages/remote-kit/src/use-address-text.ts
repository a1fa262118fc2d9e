import { useSearchParams } from '@portal/remote-kit/navigation'
import { useEffect, useRef, useState } from 'react'

const writeAfterMs = 250

/**
 * Typed text kept in the address under `name`, so that a link restores it. The address follows when
 * typing pauses; a foreign change of the address (link, back button) sets the text.
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
