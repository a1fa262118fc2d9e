import { type RefObject, useRef } from 'react'

/** The control that opens a dialog: the focused one, or the trigger of the menu it is in. */
function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused
  return opener instanceof HTMLElement ? opener : null
}

/**
 * Handlers for Radix content opened by state, where Radix would lose the focus on closing: they
 * return it to the opener. On opening, focus goes to `first` or Radix's first focusable element.
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
