import { type RefObject, useEffect, useRef } from 'react'

/**
 * Removing a list entry removes the button that had the focus. The element behind the returned ref
 * (`tabIndex={-1}`) takes it when `count` drops, without scrolling.
 */
export function useFocusAfterRemoval<E extends HTMLElement>(count: number): RefObject<E | null> {
  const list = useRef<E>(null)
  const before = useRef(count)
  useEffect(() => {
    const isShorter = count < before.current
    before.current = count
    if (isShorter && document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }, [count])
  return list
}
