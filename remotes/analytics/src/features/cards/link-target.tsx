import { type ReactNode, useEffect, useRef } from 'react'

interface LinkTargetProps {
  /** Names it at the end of an address, after #. */
  readonly id: string
  readonly children: ReactNode
}

const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * A part of a page that links lead to. Within the page the router scrolls to it; from elsewhere it
 * stays at the top while what is above it grows, until the person moves.
 */
export function LinkTarget({ id, children }: LinkTargetProps) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const page = part.current?.parentElement
    if (!page || window.location.hash !== `#${id}`) return
    const growth = new ResizeObserver(() => part.current?.scrollIntoView())
    const stop = () => growth.disconnect()
    growth.observe(page)
    for (const move of moves) window.addEventListener(move, stop, { capture: true, passive: true })
    return () => {
      stop()
      for (const move of moves) window.removeEventListener(move, stop, { capture: true })
    }
  }, [id])
  return (
    <div id={id} ref={part} className="min-w-0 scroll-mt-20 *:h-full">
      {children}
    </div>
  )
}
