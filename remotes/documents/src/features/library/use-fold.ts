import { useIsWide } from '@portal/ui/use-is-wide'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** From this width on, in pixels, the acts are beside one another, and nothing unfolds. */
const besideFromPx = 960

interface Fold {
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  /** For the element that unfolds. */
  readonly ref: RefObject<HTMLElement | null>
}

/** Folded until something is chosen. Unfolded it lies over the page, which is inert then. */
export function useFold(hasChosen: boolean): Fold {
  const [isUnfolded, setOpen] = useState(false)
  const ref = useRef<HTMLElement>(null)
  const isWide = useIsWide(besideFromPx)
  if (isUnfolded && !hasChosen) setOpen(false)
  const isOpen = isUnfolded && hasChosen && !isWide
  useEffect(() => {
    if (!isOpen || !ref.current) return
    const covered = besides(ref.current)
    for (const element of covered) element.toggleAttribute('inert', true)
    return () => {
      for (const element of covered) element.toggleAttribute('inert', false)
    }
  }, [isOpen])
  return { isOpen, setOpen, ref }
}

/** What the page has beside an element and everything around it. */
function besides(element: Element): Element[] {
  const { parentElement } = element
  if (!parentElement || element.matches('main, body')) return []
  return [...[...parentElement.children].filter((one) => one !== element), ...besides(parentElement)]
}
