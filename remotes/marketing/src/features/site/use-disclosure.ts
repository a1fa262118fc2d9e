import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'

/**
 * A button that shows and hides links (WAI-ARIA Authoring Practices, disclosure navigation): a
 * click outside, Esc and leaving by keyboard close it; arrow keys move between links.
 */
export function useDisclosure() {
  const [isOpen, setOpen] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const close = () => setOpen(false)

  useEffect(() => {
    if (!isOpen) return
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !ref.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    if (event.key === 'Escape') {
      close()
      ref.current?.querySelector('button')?.focus()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const links: (Element | null)[] = [...(ref.current?.querySelectorAll('a') ?? [])]
    const from = links.indexOf(document.activeElement)
    const next = from === -1 && step === -1 ? links.length - 1 : (from + step + links.length) % links.length
    const link = links[next]
    if (link instanceof HTMLElement) link.focus()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !ref.current?.contains(relatedTarget)) close()
  }
  return {
    isOpen,
    close,
    panelId,
    /** For the element around button and links. */
    root: { ref, onKeyDown, onBlur },
    button: { 'aria-expanded': isOpen, 'aria-controls': panelId, onClick: () => setOpen(!isOpen) },
  }
}
