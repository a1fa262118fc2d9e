import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'

interface LinkTargetProps {
  /** Names it at the end of an address, after #. */
  readonly id: string
  readonly children: ReactNode
}

/**
 * A part of a page that links lead to. Within the page the router scrolls to it; from elsewhere it
 * is scrolled to once the page has loaded, since what is above it grows until then.
 */
export function LinkTarget({ id, children }: LinkTargetProps) {
  const isLoading = useIsFetching() > 0
  const isDone = useRef(false)
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isLoading || isDone.current) return
    isDone.current = true
    if (window.location.hash === `#${id}`) part.current?.scrollIntoView()
  }, [isLoading, id])
  return (
    <div id={id} ref={part} className="min-w-0 scroll-mt-20 *:h-full">
      {children}
    </div>
  )
}
