import { type RefObject, useRef } from 'react'

/** The control that opens what is opening now: the focused one, or the button of the menu that it sits in. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused
  return opener instanceof HTMLElement ? opener : null
}

/**
 * Handlers for Radix dialog content that is opened by state rather than by a Radix trigger: Radix would leave the
 * focus nowhere on closing; these give it back to what had it. Opened, the focus is on `first`, or where Radix finds something to operate.
 */
export function useFocusReturn(first?: RefObject<HTMLElement | null>) {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = openerOf(document.activeElement)
      if (!first) return
      event.preventDefault()
      first.current?.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      opener.current?.focus()
    },
  }
}
