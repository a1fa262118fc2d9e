import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whether the control that had the focus is gone, or disabled by its own act: some browsers move
 * the focus to the body then, others leave it there.
 */
export function isFocusLost(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.matches(':disabled')
}

/**
 * Removing a list entry removes the button that had the focus. The element behind the returned ref
 * (`tabIndex={-1}`) takes it when `count` drops, without scrolling; the main part of the page does
 * if that element went with the last entry.
 */
export function useFocusAfterRemoval<E extends HTMLElement>(count: number): RefObject<E | null> {
  const list = useRef<E>(null)
  const before = useRef(count)
  useEffect(() => {
    const isShorter = count < before.current
    before.current = count
    if (!isShorter || !isFocusLost()) return
    const heir = list.current ?? document.getElementById('main')
    heir?.focus({ preventScroll: true })
  }, [count])
  return list
}
