import { type KeyboardEvent, useEffect, useRef } from 'react'

/** A column that opens takes the focus from the control that opened it, and gives it back when it closes. */
export function useFocusOnOpen(onClose: () => void) {
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    // Opened by a link there was no control, and the page keeps its focus.
    if (document.activeElement?.getAttribute('aria-pressed') !== 'true') return
    opener.current = document.activeElement
    heading.current?.focus({ preventScroll: true })
  }, [])
  const close = () => {
    onClose()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return {
    heading,
    close,
    closeOnEscape: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.stopPropagation()
      close()
    },
  }
}
