import { useSearchParams } from '@portal/remote-kit/navigation'
import { useEffect, useRef } from 'react'

/**
 * A link `?open=<what>` calls `open`, once: the parameter leaves the address, so that neither Back
 * nor a reload opens it again. Acts of a manifest lead to such addresses.
 */
export function useOpenedByAddress(what: string, open: () => void): void {
  useTakenFromAddress('open', open, what)
}

/**
 * Calls `take` with a parameter of the address that says something once, and removes it there. With
 * `only`, other values are left to others on the page.
 */
export function useTakenFromAddress(name: string, take: (value: string) => void, only?: string): void {
  const [params, setParams] = useSearchParams()
  const value = params.get(name)
  const act = useRef({ take, params, setParams })
  act.current = { take, params, setParams }
  useEffect(() => {
    if (value === null || (only !== undefined && value !== only)) return
    const next = new URLSearchParams(act.current.params)
    next.delete(name)
    act.current.setParams(next, { replace: true })
    act.current.take(value)
  }, [value, name, only])
}
